"""Layer 4: do the raw arguments fit the tool's canonical schema.

Nothing is converted first: `"3"` is no number, `3.0` is an integer. Calls that no case expects are
held to their schema too.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import Subject
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call of a known tool could be read."""
    return any(each.is_parsed and each.tool is not None for each in subject.calls)


def grade(subject: Subject) -> Iterator[Finding]:
    """One finding for each way in which the arguments break the schema."""
    for judged in subject.calls:
        hint = f"repairable: {', '.join(judged.repairs)}" if judged.repairs else None
        for each in judged.violations:
            yield finding(
                each.code,
                each.message,
                expected=each.expected,
                got=each.got,
                call=judged.index,
                pointer=each.pointer,
                rule=f"{judged.call.name}: {each.keyword}",
                hint=hint,
            )
