"""Layer 1: was a call wanted, and did the model decide so.

* A case with expected calls wants a call. `clarify`, `confirm`, `answer` and `refuse` want none,
  and any call breaks them, also one that cannot be read and one with a question beside it.
* A case with nothing but `reply` or `never` leaves the decision open.
* A refusal is right only under `refuse`; that of a provider's filter only with `filter: true`.
* An answer that is empty, cut or broken is never taken for a good "no call".
* A call of a tool that does not exist is a decision to call; its name is layer 2's business.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import JudgedCall, Subject, call_facts
from toolspec.results import Finding
from toolspec.text_checks import has_stem

_INVALID = {
    "empty": ("empty_output", "the answer is empty"),
    "truncated": ("truncated", "the answer was cut by the output limit"),
    "text_tool_call": ("text_tool_call", "a call was written as text"),
    "malformed_call": ("malformed_call", "the answer holds no readable call"),
    "unsupported_call_type": ("unsupported_call_type", "the call is not a function call"),
}


def applies(subject: Subject) -> bool:
    """Every case is judged on its decision."""
    return True


def grade(subject: Subject) -> Iterator[Finding]:
    """Compare what was decided with what was wanted."""
    decision, expect = subject.decision, subject.case.expect
    if decision.kind == "refusal":
        yield from _judge_refusal(subject)
    elif subject.calls:
        yield from _judge_calls(subject)
    elif decision.kind == "invalid":
        yield _unusable(subject, decision.reason or "empty")
    elif not (decision.text or "").strip():
        yield _unusable(subject, "empty")
    elif expect.wants_call:
        yield _no_call(subject)
    elif expect.kind == "refuse" and not _refuses_in_words(subject):
        wanted = list(expect.refusal_words) or "a refusal in the provider's field"
        message = "a refusal was expected, the model answered"
        yield finding("not_a_refusal", message, expected=wanted, got=decision.text)


def _unusable(subject: Subject, reason: str) -> Finding:
    code, message = _INVALID.get(reason, _INVALID["malformed_call"])
    return finding(code, message, expected=_wanted(subject), got=subject.decision.text)


def _wanted(subject: Subject) -> str:
    """What the case wants of this decision, in words."""
    expect = subject.case.expect
    match expect.kind:
        case "call":
            return f"a call of {', '.join(each.tool for each in expect.calls)}"
        case "clarify":
            return f"no call, and a question for {', '.join(expect.clarify)}"
        case "confirm":
            return f"no call, and a question whether to use {expect.confirm}"
        case "answer":
            return "no call, and a reply"
        case "refuse":
            return "no call, and a refusal"
        case _:
            return "a call or a reply"


def _no_call(subject: Subject) -> Finding:
    wanted, text = _wanted(subject), subject.decision.text
    if "truncated_text" in subject.decision.anomalies:
        message = "the answer was cut by the output limit before any call"
        return finding("truncated", message, expected=wanted, got=text)
    message = "a call was expected, the model answered with text"
    return finding("missing_call", message, expected=wanted, got=text)


def _judge_calls(subject: Subject) -> Iterator[Finding]:
    wants_no_call = subject.case.expect.wants_call is False
    for judged in subject.calls:
        defect = judged.call.defect
        if defect == "unsolicited":
            message = "a call was made although no tools were offered"
            yield finding("unsolicited_call", message, got=call_facts(judged), call=judged.index)
        elif defect in ("malformed_call", "unsupported_call_type"):
            code, message = _INVALID[defect]
            yield finding(code, message, got=judged.call.raw_arguments, call=judged.index)
        elif wants_no_call:
            yield _unexpected(subject, judged)


def _unexpected(subject: Subject, judged: JudgedCall) -> Finding:
    return finding(
        "unexpected_call",
        f"no call was expected, the model called `{judged.call.name}`",
        expected=_wanted(subject),
        got=call_facts(judged),
        call=judged.index,
    )


def _judge_refusal(subject: Subject) -> Iterator[Finding]:
    expect, decision = subject.case.expect, subject.decision
    is_filter = decision.reason == "provider_filter"
    if expect.kind == "refuse" and (expect.filter_counts or not is_filter):
        # A refusal may stand beside calls; a model that calls all the same has not refused.
        yield from _judge_calls(subject)
        return
    who = "a filter of the provider" if is_filter else "the model"
    yield finding(
        "refusal",
        f"{who} refused",
        expected=_wanted(subject),
        got=decision.text,
        rule="refuse: filter is not true" if expect.kind == "refuse" else None,
        hint=f"finish reason `{decision.finish}`" if is_filter and decision.finish else None,
    )


def _refuses_in_words(subject: Subject) -> bool:
    return has_stem(subject.case.expect.refusal_words, subject.decision.text or "")
