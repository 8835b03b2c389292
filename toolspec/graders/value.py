"""Layer 5: are the normalised values the expected ones?"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import JudgedCall, Subject
from toolspec.matchers import MISSING, Difference
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call of the expected tool was made."""
    return any(_is_compared(each) for each in subject.calls)


def grade(subject: Subject) -> Iterator[Finding]:
    """Name every argument that differs; arguments that could not be read are layer 3's."""
    for judged in subject.calls:
        if _is_compared(judged) and judged.comparison is not None:
            for each in judged.comparison.differences:
                yield _mismatch(each, judged)


def _is_compared(judged: JudgedCall) -> bool:
    return judged.expected is not None and judged.expected.tool == judged.call.name


def _mismatch(difference: Difference, judged: JudgedCall) -> Finding:
    expected = None if difference.expected is MISSING else difference.expected
    got = None if difference.got is MISSING else difference.got
    where = difference.pointer or "the arguments"
    if difference.got is MISSING:
        message = f"`{where}` is missing"
    elif difference.expected is MISSING:
        message = f"`{where}` is not expected"
    else:
        message = f"`{where}` has another value"
    hint = difference.hint
    if difference.codepoints is not None:
        codes = f"code points: expected {difference.codepoints[0]}, got {difference.codepoints[1]}"
        hint = codes if hint is None else f"{hint}; {codes}"
    return finding(
        "argument_mismatch",
        message,
        expected=expected,
        got=got,
        call=judged.index,
        pointer=difference.pointer,
        rule=difference.rule,
        hint=hint,
    )
