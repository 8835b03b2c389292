"""Layer 2: the right tools, each expected call once, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import JudgedCall, Subject, call_facts
from toolspec.results import Finding

_NOT_A_CALL = ("malformed_call", "unsupported_call_type", "unsolicited")


def applies(subject: Subject) -> bool:
    """Judged where calls were made and calls are wanted, or where a tool does not exist."""
    return bool(subject.calls) and bool(subject.case.expect.wants_call is not False or _unknown(subject))


def _unknown(subject: Subject) -> list[JudgedCall]:
    return [each for each in subject.calls if each.call.defect == "unknown_tool"]


def grade(subject: Subject) -> Iterator[Finding]:
    """Name wrong, unknown, extra and missing calls."""
    expect = subject.case.expect
    for judged in _unknown(subject):
        message = f"no tool is named `{judged.call.name}`"
        yield finding("unknown_tool", message, expected=sorted(subject.tools), got=call_facts(judged), call=judged.index)
    if expect.wants_call is not True:
        return
    for judged in subject.calls:
        if judged.call.defect in (*_NOT_A_CALL, "unknown_tool"):
            continue
        if judged.expected is None:
            yield from _judge_extra(subject, judged)
        elif judged.expected.tool != judged.call.name:
            message = f"expected `{judged.expected.tool}`, the model called `{judged.call.name}`"
            yield finding("wrong_tool", message, expected=judged.expected.tool, got=judged.call.name, call=judged.index)
    yield from _judge_missing(subject)


def _judge_extra(subject: Subject, judged: JudgedCall) -> Iterator[Finding]:
    is_read = judged.tool is not None and judged.tool.effect == "read"
    if is_read and not subject.case.expect.no_other_calls:
        return
    message = f"`{judged.call.name}` was called beside the expected calls"
    yield finding("extra_call", message, got=call_facts(judged), call=judged.index)


def _judge_missing(subject: Subject) -> Iterator[Finding]:
    """With every call required at once, each one not made is missing; otherwise one is enough."""
    expect, missing = subject.case.expect, subject.pairing.missing
    if expect.parallel == "required" or len(missing) == len(expect.calls):
        for index in missing:
            call = expect.calls[index]
            message = f"the expected call of `{call.tool}` was not made"
            yield finding("missing_one_call", message, expected={"tool": call.tool, "arguments": call.args})
