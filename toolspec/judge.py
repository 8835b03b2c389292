"""One decision of a model → its `Verdict`: everything the graders need is worked out here, once.

A `Judge` holds what is compiled once a spec: a validator per tool, the rules per argument. Judging
is a pure function of the case and the decision.
"""

from __future__ import annotations

import unicodedata

import orjson

from toolspec import graders
from toolspec.argument_context import argument_context
from toolspec.assignment_of_calls import Pairing, pair_calls
from toolspec.contract import ArgumentValidator, PatternTimeout, ValidationTimeout
from toolspec.findings import FINDINGS
from toolspec.graders import JudgedCall, Subject
from toolspec.matchers import CheckError, Comparison, Context, compare
from toolspec.results import CallGrade, Finding, Verdict
from toolspec.spec import Case, ExpectedCall, Spec, Tool
from toolspec.trace import Decision, ToolCall


class Judge:
    """Grades decisions on the cases of one spec."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
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
        """Grade one decision; a check that cannot be evaluated gives `check_error`, never a pass."""
        try:
            return self._judge(case, decision)
        except (PatternTimeout, ValidationTimeout, CheckError) as error:
            found = Finding(code="check_error", layer="schema", severity="major", message=str(error))
            return Verdict(case_id=case.id, outcome="check_error", findings=(found,), classification="check_error")

    def _judge(self, case: Case, decision: Decision) -> Verdict:
        if case.expect.kind == "unchecked":
            return Verdict(case_id=case.id, outcome="unchecked", signature=signature_of(decision))
        calls, pairing = self._judge_calls(case, decision)
        subject = Subject(
            case=case,
            decision=decision,
            calls=calls,
            pairing=pairing,
            tools=self._tools,
            ask_words=self._ask_words,
            seen=(case.user,),
            authorised=frozenset(
                each.index for each in calls if self._is_authorised(case, each)
            ),
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

    def _judge_calls(self, case: Case, decision: Decision) -> tuple[tuple[JudgedCall, ...], Pairing]:
        expected = case.expect.calls
        compared: dict[tuple[int, int], Comparison] = {}

        def differences(proposed: int, wanted: int) -> int:
            comparison = self._compare(expected[wanted], decision.calls[proposed])
            compared[proposed, wanted] = comparison
            return len(comparison.differences)

        pairing = pair_calls(
            [each.name for each in decision.calls], [each.tool for each in expected], differences
        )
        answers = dict(pairing.pairs)
        calls = []
        for index, call in enumerate(decision.calls):
            wanted = answers.get(index)
            comparison = None if wanted is None else compared.get((index, wanted))
            calls.append(self._judge_call(index, call, None if wanted is None else expected[wanted], comparison))
        return tuple(calls), pairing

    def _judge_call(
        self, index: int, call: ToolCall, expected: ExpectedCall | None, comparison: Comparison | None
    ) -> JudgedCall:
        tool = self._tools.get(call.name or "")
        validator = self._validators.get(call.name or "")
        violations = ()
        repairs = None
        if validator is not None and call.arguments is not None:
            violations = validator.violations(call.arguments)
            if violations:
                repaired = validator.repair(call.arguments)
                repairs = None if repaired is None else repaired[1]
        return JudgedCall(
            index=index,
            call=call,
            tool=tool,
            violations=violations,
            repairs=repairs,
            expected=expected,
            comparison=comparison,
        )

    def _compare(self, expected: ExpectedCall, call: ToolCall) -> Comparison:
        if call.arguments is None:
            return compare(expected.args, call.raw_arguments, Context())
        return compare(expected.args, call.arguments, self._contexts[expected.tool], mode=expected.match)

    def _is_authorised(self, case: Case, judged: JudgedCall) -> bool:
        """A case authorises the calls it expects, and those that `approves` binds."""
        call = judged.call
        if call.arguments is None or judged.tool is None:
            return False
        context = self._contexts[judged.tool.name]
        for each in case.approves:
            if each.tool == call.name and compare(each.args, call.arguments, context, mode="subset").passed:
                return True
        return judged.expected is not None and judged.expected.tool == call.name and (
            judged.comparison is not None and judged.comparison.passed
        )


def signature_of(decision: Decision) -> str:
    """Equal for equal decisions: the kind, and the calls with their arguments in canonical JSON.

    The words of a reply and the order of calls made at once are no part of it.
    """
    calls = sorted(
        _canonical([each.name, each.arguments if each.arguments is not None else each.raw_arguments])
        for each in decision.calls
    )
    return _canonical([decision.kind, calls])


def _canonical(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _ask_words(spec: Spec) -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = {}
    for tool in spec.tools:
        for name, rule in tool.arguments:
            words.setdefault(name, []).extend(unicodedata.normalize("NFC", each) for each in rule.ask)
    return {name: tuple(dict.fromkeys(found)) for name, found in words.items()}


def _call_grade(judged: JudgedCall) -> CallGrade:
    is_valid = judged.is_parsed and judged.tool is not None and not judged.violations
    track = "raw_valid" if is_valid else "repairable" if judged.repairs else "invalid"
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
