"""Layer 9: does the text of the reply say what it must.

A question for an argument, or whether to use a tool, is recognised by the `ask` words of the spec;
any of them is enough, compared in NFC and without regard to case, also inside a longer word.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import Subject
from toolspec.results import Finding
from toolspec.text_checks import check_reply, has_stem


def applies(subject: Subject) -> bool:
    """Judged where the case says something about the reply and there is one to read.

    A call in place of the wanted reply is layer 1's; text beside it is still judged.
    """
    expect, decision = subject.case.expect, subject.decision
    if not (expect.clarify or expect.confirm or expect.reply) or decision.kind == "invalid":
        return False
    if decision.kind == "refusal":
        return expect.kind == "refuse"
    is_call_instead = bool(subject.calls) and expect.wants_call is False
    return not is_call_instead or bool((decision.text or "").strip())


def grade(subject: Subject) -> Iterator[Finding]:
    """Check the question, the confirmation, and the text rules."""
    expect, text = subject.case.expect, subject.decision.text or ""
    yield from _judge_questions(subject, text)
    for failure in check_reply(expect.reply or {}, text):
        yield finding(
            "reply_mismatch",
            failure.message,
            expected=failure.expected,
            got=failure.got,
            rule=failure.rule,
            hint=failure.hint,
        )


def _judge_questions(subject: Subject, text: str) -> Iterator[Finding]:
    for name in subject.case.expect.clarify:
        words = subject.ask_words.get(name, ())
        if not has_stem(words, text):
            message = f"the reply does not ask for `{name}`"
            wanted = list(words)
            yield finding("question_missing", message, expected=wanted, got=text, rule="clarify")
    tool = subject.tools.get(subject.case.expect.confirm or "")
    if tool is not None and not has_stem(tool.ask, text):
        message = f"the reply does not ask whether to use `{tool.name}`"
        wanted = list(tool.ask)
        yield finding("confirmation_missing", message, expected=wanted, got=text, rule="confirm")
