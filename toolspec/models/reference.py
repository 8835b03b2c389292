"""The reference model: answers that satisfy a case, derived from its expectations."""

from __future__ import annotations

from dataclasses import replace

from toolspec.judge import Judge
from toolspec.matchers import Unsolvable
from toolspec.models.proposed_calls import proposed_call
from toolspec.models.replies import said
from toolspec.provider import Answer, ProposedCall
from toolspec.spec import Case, Spec
from toolspec.trace import Decision, ToolCall


def answer(case: Case, spec: Spec) -> Answer:
    """A passing first answer, always the same. Raises `Unsolvable` when none can be derived."""
    if case.expect.kind == "call":
        return _calls(case, spec)
    return said(case.expect, spec, case.user)


def _calls(case: Case, spec: Spec) -> Answer:
    """The expected calls; only the first where one a turn is allowed."""
    expect = case.expect
    expected = expect.calls[:1] if expect.parallel == "forbidden" else expect.calls
    calls = tuple(proposed_call(each, spec, case.user) for each in expected)
    names = {each.tool for each in calls}
    # What a case forbids elsewhere, such as under `never`, shows only in the judgement as a whole.
    used = replace(spec, tools=tuple(each for each in spec.tools if each.name in names))
    verdict = Judge(used).judge(case, decision_of(calls))
    if verdict.outcome != "pass":
        first = verdict.findings[0]
        raise Unsolvable(f"the expected call is itself graded `{first.code}`: {first.message}")
    return Answer(calls=calls)


def decision_of(calls: tuple[ProposedCall, ...], text: str | None = None) -> Decision:
    """The decision that an answer with these calls is read as."""
    return Decision(
        kind="tool_call" if calls else "text",
        text=text,
        calls=tuple(
            ToolCall(
                call_id=None, name=each.tool, arguments=each.arguments, raw_arguments=each.arguments
            )
            for each in calls
        ),
    )
