"""A whole run → its `Verdict`: what each message asked for, and what came of it all.

Every message with an `expect` of its own is judged on the calls and the last text that answer it,
the case's `expect` on the whole. The layers are those of a single decision; what only a run can
tell is judged by `toolspec.run_graders`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from toolspec import graders, run_graders
from toolspec.argument_context import argument_context
from toolspec.call_grading import CallGrading, allowances, call_grade
from toolspec.call_pairing import Pairing, pair_calls
from toolspec.findings import FINDINGS
from toolspec.graders import JudgedCall, Subject
from toolspec.jsontypes import Json
from toolspec.matchers import Comparison, compare
from toolspec.results import LAYERS, Finding, Layer, Outcome, Verdict
from toolspec.run_facts import run_facts, says_of_state
from toolspec.run_graders import Run
from toolspec.run_scopes import Scope, counted_calls, decision_of, scopes_of
from toolspec.signatures import signature_of_run
from toolspec.spec import Case, Expectation, ExpectedCall, Spec
from toolspec.story import MadeCall, Story
from toolspec.unevaluated import UNEVALUATED, unevaluated

_UNREADABLE = 1
# Of these nothing follows about the model: the attempt is not judged, unless it fails anyway.
_UNJUDGED = frozenset({"check_error", "fault_not_fired"})


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the layers found in one scope."""

    findings: tuple[Finding, ...]
    layers: tuple[tuple[Layer, bool], ...]
    calls: tuple[JudgedCall, ...]
    pairing: Pairing


class RunJudge:
    """Grades whole runs on the cases of one spec."""

    def __init__(self, spec: Spec, grading: CallGrading) -> None:
        self._spec, self._grading = spec, grading
        self._tools = {each.name: each for each in spec.tools}
        self._marker = None if spec.context is None else spec.context.marker

    def judge(self, case: Case, story: Story) -> Verdict:
        """Grade one run. A check that cannot be evaluated gives `check_error`, either way."""
        if case.expect.kind == "unchecked":
            return Verdict(case_id=case.id, outcome="unchecked", signature=signature_of_run(story))
        try:
            return self._judge(case, story)
        except UNEVALUATED as error:
            return unevaluated(case, error)

    def _judge(self, case: Case, story: Story) -> Verdict:
        run = self._run(case, story)
        scopes = [self._judge_scope(case, story, each) for each in scopes_of(case, story)]
        whole = tuple(run_graders.grade_run(run))
        found = [*whole, *(each for scope in scopes for each in scope.findings)]
        found += self._misfits(case, story)
        findings = tuple(sorted(_unique(found), key=_place))
        failing = [each for each in findings if self._fails(each)]
        unjudged = [each for each in findings if each.code in _UNJUDGED]
        outcome: Outcome = "fail" if failing else "check_error" if unjudged else "pass"
        decisive = failing or unjudged
        judged_calls = tuple(self._judged_calls(story.calls, story, {}, {}))
        return Verdict(
            case_id=case.id,
            outcome=outcome,
            findings=findings,
            layers=_layers(
                scopes, failing, has_effects=bool(run.case.faults) or says_of_state(run)
            ),
            calls=tuple(call_grade(each) for each in judged_calls),
            allowances=allowances(tuple(each for scope in scopes for each in scope.calls)),
            signature=signature_of_run(story),
            classification=FINDINGS[decisive[0].code].classification if decisive else None,
            wants_call=_wants_call(run),
            run=run_facts(run, findings, made=_made(scopes), marker=self._marker),
        )

    def _run(self, case: Case, story: Story) -> Run:
        offered = self._spec.offered(case)
        words = (word for tool in offered for _, rule in tool.arguments for word in rule.ask)
        return Run(
            case=case,
            story=story,
            world=self._spec.world_of(case),
            tools={each.name: each for each in offered},
            ask_words=tuple(dict.fromkeys(words)),
        )

    def _fails(self, found: Finding) -> bool:
        """Minor findings are noted, unless the gate names them; an idle fault judges nothing."""
        if found.code in _UNJUDGED:
            return False
        named = self._spec.gate.critical or ()
        return found.severity != "minor" or found.code in named

    def _misfits(self, case: Case, story: Story) -> Iterator[Finding]:
        """What is wrong with the arguments of calls that were refused before they ran."""
        refused = tuple(each for each in story.calls if each.status == "denied")
        if refused:
            scope = Scope(Expectation(kind="any"), story.steps, story.users)
            made = tuple(self._judged_calls(refused, story, {}, {}))
            subject = self._subject(case, scope, refused, made, Pairing((), (), ()))
            for each in (*graders.parse.grade(subject), *graders.schema.grade(subject)):
                yield _placed(each, refused, scope)

    def _judge_scope(self, case: Case, story: Story, scope: Scope) -> _Judged:
        counted = counted_calls(scope)
        compared, pairing = self._pair(scope.expect, counted, story)
        made = tuple(
            self._judged_calls(counted, story, compared, dict(pairing.pairs), scope.expect)
        )
        subject = self._subject(case, scope, counted, made, pairing)
        findings, layers = graders.grade(subject)
        placed = tuple(_placed(each, counted, scope) for each in findings)
        return _Judged(placed, layers, made, pairing)

    def _subject(
        self,
        case: Case,
        scope: Scope,
        calls: tuple[MadeCall, ...],
        made: tuple[JudgedCall, ...],
        pairing: Pairing,
    ) -> Subject:
        return Subject(
            case=replace(case, expect=scope.expect),
            decision=decision_of(scope, calls),
            calls=made,
            pairing=pairing,
            tools=self._tools,
            contexts={name: argument_context(tool, None) for name, tool in self._tools.items()},
            ask_words=self._grading.ask_words,
            authorised=frozenset(),
            is_run=True,
        )

    def _pair(
        self, expect: Expectation, calls: tuple[MadeCall, ...], story: Story
    ) -> tuple[dict[tuple[int, int], Comparison], Pairing]:
        compared: dict[tuple[int, int], Comparison] = {}

        def differences(proposed: int, wanted: int) -> int:
            made, expected = calls[proposed], expect.calls[wanted]
            if made.call.arguments is None:
                return _UNREADABLE
            comparison = self._compared(expected, made, story)
            compared[proposed, wanted] = comparison
            return len(comparison.differences)

        pairing = pair_calls(
            [each.call.name for each in calls],
            [each.tool for each in expect.calls],
            differences,
            is_ordered=expect.is_ordered,
        )
        return compared, pairing

    def _compared(self, expected: ExpectedCall, made: MadeCall, story: Story) -> Comparison:
        context = argument_context(
            self._tools.get(expected.tool),
            self._spec.clock,
            fills_defaults=self._spec.fills_defaults,
            results=tuple(
                (each.tool, each.result) for each in _before(made, story) if each.is_success
            ),
        )
        return compare(expected.args, made.call.arguments, context, mode=expected.match)

    def _judged_calls(
        self,
        calls: tuple[MadeCall, ...],
        story: Story,
        compared: dict[tuple[int, int], Comparison],
        answers: dict[int, int],
        expect: Expectation | None = None,
    ) -> Iterator[JudgedCall]:
        for index, made in enumerate(calls):
            wanted = answers.get(index)
            yield self._grading.judged(
                index,
                made.call,
                None if wanted is None or expect is None else expect.calls[wanted],
                None if wanted is None else compared.get((index, wanted)),
                seen=tuple(_shown_before(made, story)),
                step=made.step,
            )


def _made(scopes: list[_Judged]) -> int:
    """How many expected calls were answered by a call of their tool."""
    return sum(each.is_wanted_tool for scope in scopes for each in scope.calls)


def _wants_call(run: Run) -> bool | None:
    wanted = [each.wants_call for each in run.expectations if each.wants_call is not None]
    return any(wanted) if wanted else None


def _placed(found: Finding, calls: tuple[MadeCall, ...], scope: Scope) -> Finding:
    """A finding at the answer and the call that it is about."""
    if found.call is None:
        return replace(found, step=scope.steps[-1].index if scope.steps else 0)
    made = calls[found.call]
    return replace(found, step=made.step, call=made.index)


def _before(made: MadeCall, story: Story) -> Iterator[MadeCall]:
    """The calls whose results the model had seen."""
    return (each for each in story.calls if each.step < made.step)


def _shown_before(made: MadeCall, story: Story) -> Iterator[str]:
    yield from story.users[: made.turn + 1]
    for each in _before(made, story):
        # What a service echoes of a call that it refused is still the model's own invention.
        if each.is_success:
            yield _text(each.result)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _unique(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each finding once: a dialogue is judged by turns and as a whole."""
    seen: set[tuple[object, ...]] = set()
    for each in findings:
        key = (each.code, each.step, each.call, each.pointer, each.rule, each.message)
        if key not in seen:
            seen.add(key)
            yield each


def _place(found: Finding) -> tuple[bool, int, int, int]:
    is_noted = found.severity == "minor"
    return (is_noted, LAYERS.index(found.layer), found.step, found.call or 0)


def _layers(
    scopes: list[_Judged], failing: list[Finding], *, has_effects: bool
) -> tuple[tuple[Layer, bool], ...]:
    """The layers that were judged anywhere, and whether each held everywhere."""
    judged = {layer for scope in scopes for layer, _ in scope.layers} | {
        each.layer for each in failing
    }
    if has_effects:
        judged.add("effects")
    broken = {each.layer for each in failing}
    return tuple((layer, layer not in broken) for layer in LAYERS if layer in judged)
