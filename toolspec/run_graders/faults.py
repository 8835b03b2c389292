"""Planned faults that never struck: what they were to show was not shown."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run


def grade(run: Run) -> Iterator[Finding]:
    """One finding a fault; it makes the attempt unjudged, not failed."""
    for fault in run.case.faults:
        if fault.name not in run.story.fired:
            message = f"the fault `{fault.name}` never struck"
            yield finding(
                "fault_not_fired",
                message,
                expected=f"call {fault.call} of {fault.tool}",
                rule=f"faults: {fault.name}",
            )
