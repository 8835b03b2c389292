"""Layer 2: the right tools, each expected call once, and no others.

* `parallel: required` (the default): every expected call must be in this decision.
* `parallel: allowed` or `forbidden`: a part of them is enough, but not none; the others are left
  to later turns and counted as `deferred`.
* A call of a `read` tool that is not expected is tolerated, unless `no_other_calls: true`. Any
  other unexpected call is a finding, and so is a tool that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import JudgedCall, Subject, call_facts
from toolspec.results import Finding
from toolspec.wording import nearest

# These are named in layer 1, or here as unknown.
_NO_TOOL = ("malformed_call", "unsupported_call_type", "unsolicited", "unknown_tool")


def applies(subject: Subject) -> bool:
    """Judged where calls are wanted and some were made, or where a tool does not exist."""
    if not subject.calls:
        return False
    return subject.case.expect.wants_call is True or any(map(_is_unknown, subject.calls))


def grade(subject: Subject) -> Iterator[Finding]:
    """Name wrong, unknown, extra and missing calls."""
    for judged in subject.calls:
        if _is_unknown(judged):
            yield _unknown(subject, judged)
    if subject.case.expect.wants_call is not True:
        return
    for judged in subject.calls:
        if judged.call.defect in _NO_TOOL:
            continue
        if judged.expected is None:
            yield from _judge_extra(subject, judged)
        elif not judged.is_wanted_tool:
            wanted, name = judged.expected.tool, judged.call.name
            message = f"expected `{wanted}`, the model called `{name}`"
            yield finding("wrong_tool", message, expected=wanted, got=name, call=judged.index)
    yield from _judge_missing(subject)


def _is_unknown(judged: JudgedCall) -> bool:
    return judged.call.defect == "unknown_tool"


def _unknown(subject: Subject, judged: JudgedCall) -> Finding:
    near = nearest(judged.call.name or "", subject.tools)
    return finding(
        "unknown_tool",
        f"no tool is named `{judged.call.name}`",
        expected=sorted(subject.tools),
        got=call_facts(judged),
        call=judged.index,
        hint=f"the nearest name is `{near}`" if near else None,
    )


def _judge_extra(subject: Subject, judged: JudgedCall) -> Iterator[Finding]:
    is_read = judged.tool is not None and judged.tool.effect == "read"
    if is_read and not subject.case.expect.no_other_calls:
        return
    message = f"`{judged.call.name}` was called beside the expected calls"
    rule = "no_other_calls" if is_read else None
    wanted = "no other call"
    got = call_facts(judged)
    yield finding("extra_call", message, expected=wanted, got=got, call=judged.index, rule=rule)


def _judge_missing(subject: Subject) -> Iterator[Finding]:
    """With every call required at once, each one not made is missing; otherwise one is enough."""
    expect, missing = subject.case.expect, subject.pairing.missing
    if subject.is_run or expect.parallel == "required" or len(missing) == len(expect.calls):
        for index in missing:
            call = expect.calls[index]
            message = f"the expected call of `{call.tool}` was not made"
            wanted = {"tool": call.tool, "arguments": call.args}
            yield finding("missing_one_call", message, expected=wanted)
