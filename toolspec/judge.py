"""One decision of a model → its `Verdict`: what the graders need is worked out here, once.

A `Judge` holds what is compiled once a spec: a validator per tool, the rules per argument. Judging
is a pure function of the case and the decision.
"""

from __future__ import annotations

from typing import TypeAlias

from toolspec import graders
from toolspec.argument_context import argument_context
from toolspec.call_grading import CallGrading, allowances, call_grade
from toolspec.call_pairing import Pairing, pair_calls
from toolspec.findings import FINDINGS
from toolspec.graders import JudgedCall, Subject
from toolspec.matchers import Comparison, compare
from toolspec.results import Verdict
from toolspec.run_judge import RunJudge
from toolspec.signatures import signature_of
from toolspec.spec import Case, Spec
from toolspec.story import Story
from toolspec.trace import Decision
from toolspec.unevaluated import UNEVALUATED, unevaluated

_Compared: TypeAlias = dict[tuple[int, int], Comparison]

# Arguments that cannot be read differ from every expectation in one place: as a whole.
_UNREADABLE = 1


class Judge:
    """Grades decisions on the cases of one spec."""

    def __init__(self, spec: Spec) -> None:
        self._tools = {each.name: each for each in spec.tools}
        self._contexts = {
            each.name: argument_context(each, spec.clock, fills_defaults=spec.fills_defaults)
            for each in spec.tools
        }
        self._grading = CallGrading(spec)
        self._runs = RunJudge(spec, self._grading)

    def judge_run(self, case: Case, story: Story) -> Verdict:
        """Grade a run to the end."""
        return self._runs.judge(case, story)

    def judge(self, case: Case, decision: Decision) -> Verdict:
        """Grade the first decision of a case.

        A case that checks nothing gives `unchecked`; a check that cannot be evaluated gives
        `check_error`, whichever way it would have come out.
        """
        if case.expect.kind == "unchecked":
            return Verdict(case_id=case.id, outcome="unchecked", signature=signature_of(decision))
        try:
            return self._judge(case, decision)
        except UNEVALUATED as error:
            return unevaluated(case, error)

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
            ask_words=self._grading.ask_words,
            authorised=frozenset(each.index for each in calls if self._is_authorised(case, each)),
        )
        findings, layers = graders.grade(subject)
        return Verdict(
            case_id=case.id,
            outcome="fail" if findings else "pass",
            findings=findings,
            layers=layers,
            calls=tuple(call_grade(each) for each in calls),
            allowances=allowances(calls),
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
            judged = self._grading.judged(index, call, expected, comparison, seen=(case.user,))
            calls.append(judged)
        return tuple(calls)

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
