"""One decision of a model → its `Verdict`: what the graders need is worked out here, once.

A `Judge` holds what is compiled once a spec: a validator per tool, the rules per argument. Judging
is a pure function of the case and the decision.
"""

from __future__ import annotations

import json
from typing import TypeAlias

import orjson

from toolspec import graders
from toolspec.argument_context import argument_context
from toolspec.call_pairing import Pairing, pair_calls
from toolspec.contract import ArgumentValidator, PatternTimeout, ValidationTimeout
from toolspec.findings import FINDINGS, finding
from toolspec.graders import JudgedCall, Subject
from toolspec.jsontypes import Json
from toolspec.matchers import CheckError, Comparison, compare
from toolspec.results import CallGrade, Track, Verdict
from toolspec.spec import Case, ExpectedCall, Spec
from toolspec.strict_json import StrictJsonError, parse
from toolspec.trace import Decision, ToolCall

_Compared: TypeAlias = dict[tuple[int, int], Comparison]

# Arguments that cannot be read differ from every expectation in one place: as a whole.
_UNREADABLE = 1


class Judge:
    """Grades decisions on the cases of one spec."""

    def __init__(self, spec: Spec) -> None:
        self._tools = {each.name: each for each in spec.tools}
        self._validators = {
            each.name: ArgumentValidator(each.definition.parameters) for each in spec.tools
        }
        self._contexts = {
            each.name: argument_context(each, spec.clock, fills_defaults=spec.fills_defaults)
            for each in spec.tools
        }
        self._ask_words = _ask_words(spec)

    def judge(self, case: Case, decision: Decision) -> Verdict:
        """Grade the first decision of a case.

        A case that checks nothing gives `unchecked`; a check that cannot be evaluated gives
        `check_error`, whichever way it would have come out.
        """
        if case.expect.kind == "unchecked":
            return Verdict(case_id=case.id, outcome="unchecked", signature=signature_of(decision))
        try:
            return self._judge(case, decision)
        except (PatternTimeout, ValidationTimeout, CheckError) as error:
            found = finding("check_error", f"a check could not be evaluated: {error}")
            return Verdict(
                case_id=case.id,
                outcome="check_error",
                findings=(found,),
                classification=FINDINGS[found.code].classification,
            )

    def _judge(self, case: Case, decision: Decision) -> Verdict:
        compared, pairing = self._pair(case, decision)
        calls = self._judged_calls(case, decision, compared, pairing)
        subject = Subject(
            case=case,
            decision=decision,
            calls=calls,
            pairing=pairing,
            tools=self._tools,
            contexts=self._contexts,
            ask_words=self._ask_words,
            seen=(case.user,),
            authorised=frozenset(each.index for each in calls if self._is_authorised(case, each)),
        )
        findings, layers = graders.grade(subject)
        return Verdict(
            case_id=case.id,
            outcome="fail" if findings else "pass",
            findings=findings,
            layers=layers,
            calls=tuple(_call_grade(each) for each in calls),
            allowances=_allowances(calls),
            deferred=0 if findings else len(pairing.missing),
            signature=signature_of(decision),
            classification=FINDINGS[findings[0].code].classification if findings else None,
            wants_call=case.expect.wants_call,
        )

    def _pair(self, case: Case, decision: Decision) -> tuple[_Compared, Pairing]:
        """Pair proposed with expected calls; gives each comparison that was made on the way."""
        expect, compared = case.expect, _Compared()

        def differences(proposed: int, wanted: int) -> int:
            arguments, expected = decision.calls[proposed].arguments, expect.calls[wanted]
            if arguments is None:
                return _UNREADABLE
            context = self._contexts[expected.tool]
            comparison = compare(expected.args, arguments, context, mode=expected.match)
            compared[proposed, wanted] = comparison
            return len(comparison.differences)

        pairing = pair_calls(
            [each.name for each in decision.calls],
            [each.tool for each in expect.calls],
            differences,
            is_ordered=expect.is_ordered,
            needs_all=expect.parallel == "required",
        )
        return compared, pairing

    def _judged_calls(
        self, case: Case, decision: Decision, compared: _Compared, pairing: Pairing
    ) -> tuple[JudgedCall, ...]:
        calls = []
        answers = dict(pairing.pairs)
        for index, call in enumerate(decision.calls):
            wanted = answers.get(index)
            expected = None if wanted is None else case.expect.calls[wanted]
            comparison = None if wanted is None else compared.get((index, wanted))
            calls.append(self._judged_call(index, call, expected, comparison))
        return tuple(calls)

    def _judged_call(
        self,
        index: int,
        call: ToolCall,
        expected: ExpectedCall | None,
        comparison: Comparison | None,
    ) -> JudgedCall:
        name = call.name or ""
        validator = self._validators.get(name)
        arguments = call.arguments
        is_readable = validator is not None and arguments is not None
        violations = validator.violations(arguments) if validator and is_readable else ()
        repairable = violations or call.defect == "double_encoded"
        return JudgedCall(
            index=index,
            call=call,
            tool=self._tools.get(name),
            violations=violations,
            repairs=_repairs(validator, call) if validator and repairable else None,
            expected=expected,
            comparison=comparison,
        )

    def _is_authorised(self, case: Case, judged: JudgedCall) -> bool:
        """Whether the case allows a call: it expects it, or `approves` binds what it holds.

        Arguments that cannot be read cannot be executed either; some allowed call is then enough.
        """
        tool, arguments = judged.tool, judged.call.arguments
        if tool is None:
            return False
        approved = [each.args for each in case.approves if each.tool == tool.name]
        if arguments is None:
            return bool(approved) or any(each.tool == tool.name for each in case.expect.calls)
        if judged.comparison is not None and judged.comparison.passed:
            return True
        context = self._contexts[tool.name]
        return any(compare(each, arguments, context, mode="subset").passed for each in approved)


def signature_of(decision: Decision) -> str:
    """Equal for equal decisions: the kind, and the calls with their arguments in canonical JSON.

    The words of a reply and the order of calls made at once are no part of it.
    """
    calls = sorted(_canonical([each.name, _arguments(each)]) for each in decision.calls)
    return _canonical([decision.kind, calls])


def _arguments(call: ToolCall) -> Json:
    return call.raw_arguments if call.arguments is None else call.arguments


def _canonical(value: Json) -> str:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:
        # Integers beyond 64 bits and half surrogate pairs; rare, and still told apart.
        return json.dumps(value, sort_keys=True)


def _repairs(validator: ArgumentValidator, call: ToolCall) -> tuple[str, ...] | None:
    """The names of the repairs that would make the arguments valid; null when none would."""
    arguments: Json = call.arguments
    if arguments is None:
        if not isinstance(call.raw_arguments, str):
            return None
        try:
            arguments = parse(call.raw_arguments)
        except StrictJsonError:
            return None
    repaired = validator.repair(arguments)
    return None if repaired is None else repaired[1]


def _ask_words(spec: Spec) -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = {}
    for tool in spec.tools:
        for name, rule in tool.arguments:
            words.setdefault(name, []).extend(rule.ask)
    return {name: tuple(dict.fromkeys(found)) for name, found in words.items()}


def _call_grade(judged: JudgedCall) -> CallGrade:
    is_valid = judged.is_parsed and judged.tool is not None and not judged.violations
    track: Track = "raw_valid" if is_valid else "repairable" if judged.repairs else "invalid"
    return CallGrade(
        tool=judged.call.name,
        is_parsed=judged.is_parsed,
        track=track,
        repairs=judged.repairs or (),
    )


def _allowances(calls: tuple[JudgedCall, ...]) -> tuple[str, ...]:
    found = [
        f"{each.pointer or '/'}: {each.rule}"
        for judged in calls
        if judged.comparison is not None and judged.comparison.passed
        for each in judged.comparison.allowances
    ]
    return tuple(dict.fromkeys(found))
