"""Layer 3: could the arguments be read, as received and without repair."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import Subject
from toolspec.results import Finding

_DEFECTS = {
    "not_json": ("arguments_not_json", "the arguments are not JSON"),
    "truncated": ("arguments_truncated", "the arguments end before they are complete"),
    "not_object": ("arguments_not_object", "the arguments are not an object"),
    "double_encoded": ("arguments_double_encoded", "the arguments are JSON text inside JSON text"),
    "duplicate_key": ("arguments_duplicate_key", "the arguments give one key twice"),
}


def applies(subject: Subject) -> bool:
    """Judged where calls were made."""
    return bool(subject.calls)


def grade(subject: Subject) -> Iterator[Finding]:
    """Name each call whose arguments could not be read."""
    for judged in subject.calls:
        if judged.call.defect in _DEFECTS:
            code, message = _DEFECTS[judged.call.defect]
            yield finding(
                code,
                message,
                expected="a JSON object",
                got=judged.call.raw_arguments,
                call=judged.index,
                hint=f"repairable: {', '.join(judged.repairs)}" if judged.repairs else None,
            )
