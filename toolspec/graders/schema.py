"""Layer 4: do the raw arguments fit the tool's canonical schema?"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import Subject
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call of a known tool could be read."""
    return any(each.is_parsed and each.tool is not None for each in subject.calls)


def grade(subject: Subject) -> Iterator[Finding]:
    """One finding for each way in which the arguments break the schema."""
    for judged in subject.calls:
        for each in judged.violations:
            hint = f"repairable: {', '.join(judged.repairs)}" if judged.repairs else None
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
