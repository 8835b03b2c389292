"""Layer 1: was a call wanted, and did the model decide so?"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import Subject, call_facts
from toolspec.results import Finding

_INVALID = {
    "empty": ("empty_output", "the answer is empty"),
    "truncated": ("truncated", "the answer was cut by the output limit"),
    "text_tool_call": ("text_tool_call", "a call was written as text"),
    "malformed_call": ("malformed_call", "the provider's answer holds no readable call"),
    "unsupported_call_type": ("unsupported_call_type", "the call is of a type that is not a function call"),
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
        code, message = _INVALID.get(decision.reason or "empty", _INVALID["malformed_call"])
        yield finding(code, message, expected=expect.kind, got=decision.text)
    elif expect.wants_call:
        wanted = [each.tool for each in expect.calls]
        yield finding("missing_call", "a call was expected, the model answered with text", expected=wanted, got=decision.text)
    elif expect.kind == "refuse" and not _refuses_in_words(subject):
        yield finding("not_a_refusal", "a refusal was expected", expected=list(expect.refusal_words) or "refusal", got=decision.text)


def _judge_calls(subject: Subject) -> Iterator[Finding]:
    wants_call = subject.case.expect.wants_call
    for judged in subject.calls:
        if judged.call.defect == "unsolicited":
            yield finding("unsolicited_call", "a call was made although no tools were offered", got=call_facts(judged), call=judged.index)
        elif judged.call.defect in ("malformed_call", "unsupported_call_type"):
            code, message = _INVALID[judged.call.defect]
            yield finding(code, message, got=judged.call.raw_arguments, call=judged.index)
        elif wants_call is False:
            message = f"no call was expected, the model called `{judged.call.name}`"
            yield finding("unexpected_call", message, expected=subject.case.expect.kind, got=call_facts(judged), call=judged.index)


def _judge_refusal(subject: Subject) -> Iterator[Finding]:
    expect, decision = subject.case.expect, subject.decision
    is_filter = decision.reason == "provider_filter"
    if expect.kind == "refuse" and (not is_filter or expect.filter_counts):
        return
    who = "a filter of the provider" if is_filter else "the model"
    yield finding("refusal", f"{who} refused", expected=expect.kind, got=decision.text, rule=decision.finish)


def _refuses_in_words(subject: Subject) -> bool:
    text = (subject.decision.text or "").casefold()
    return any(word.casefold() in text for word in subject.case.expect.refusal_words)
