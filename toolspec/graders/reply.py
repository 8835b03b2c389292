"""Layer 9: does the text of the reply say what it must?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import Subject
from toolspec.results import Finding
from toolspec.text_checks import check_reply
from toolspec.wording import shown


def applies(subject: Subject) -> bool:
    """Judged where the case says something about the reply and there is one to read."""
    expect = subject.case.expect
    has_rule = bool(expect.clarify or expect.confirm or expect.reply)
    return has_rule and subject.decision.kind not in ("invalid", "refusal")


def grade(subject: Subject) -> Iterator[Finding]:
    """Check the question, the confirmation, and the text rules."""
    expect, text = subject.case.expect, subject.decision.text or ""
    for name in expect.clarify:
        words = subject.ask_words.get(name, ())
        if not _mentions(words, text):
            yield finding("question_missing", f"the reply does not ask for `{name}`", expected=list(words), got=text, rule="clarify")
    if expect.confirm is not None:
        words = subject.tools[expect.confirm].ask
        if not _mentions(words, text):
            message = f"the reply does not ask whether to use `{expect.confirm}`"
            yield finding("confirmation_missing", message, expected=list(words), got=text, rule="confirm")
    for failure in check_reply(expect.reply or {}, text):
        yield finding(
            "reply_mismatch",
            f"the reply fails `{failure.rule}`: {', '.join(shown(each) for each in failure.items)}",
            expected=failure.expected,
            got=failure.got,
            rule=failure.rule,
            hint=failure.hint,
        )


def _mentions(words: tuple[str, ...], text: str) -> bool:
    folded = unicodedata.normalize("NFC", text).casefold()
    return any(unicodedata.normalize("NFC", word).casefold() in folded for word in words)
