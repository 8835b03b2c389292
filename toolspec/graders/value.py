"""Layer 5: are the normalised values the expected ones."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import JudgedCall, Subject
from toolspec.matchers import MISSING, Difference
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call of an expected tool could be read; layer 3 names the others."""
    return any(each.comparison is not None for each in subject.calls)


def grade(subject: Subject) -> Iterator[Finding]:
    """Name every argument that differs from the expected call it is paired with."""
    for judged in subject.calls:
        if judged.comparison is not None:
            for each in judged.comparison.differences:
                yield _mismatch(each, judged)


def _mismatch(difference: Difference, judged: JudgedCall) -> Finding:
    return finding(
        "argument_mismatch",
        _message(difference),
        expected=None if difference.expected is MISSING else difference.expected,
        got=None if difference.got is MISSING else difference.got,
        call=judged.index,
        pointer=difference.pointer,
        rule=difference.rule,
        hint=_hint(difference),
    )


def _message(difference: Difference) -> str:
    where = difference.pointer or "the arguments"
    if difference.got is MISSING:
        return f"`{where}` is missing"
    if difference.expected is MISSING:
        return f"`{where}` is not expected"
    return f"`{where}` has another value"


def _hint(difference: Difference) -> str | None:
    if difference.codepoints is None:
        return difference.hint
    expected, got = difference.codepoints
    codes = f"code points: expected {expected}, got {got}"
    return codes if difference.hint is None else f"{difference.hint}; {codes}"
