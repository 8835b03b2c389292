"""Transient errors that must be tried again, and were not: `transient: {exactly: N}`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run, intent


def grade(run: Run) -> Iterator[Finding]:
    """Too many tries are told of when they are made; here are the missing ones."""
    seen: set[tuple[str, str, str]] = set()
    for made in run.story.calls:
        tool = run.tools.get(made.tool)
        rule = None if tool is None else tool.errors.get(made.error_code or "")
        if tool is None or rule is None or not rule.is_exact or rule.retries is None:
            continue
        asked = intent(tool, made.call.arguments)
        key = (made.tool, asked, made.error_code or "")
        if key in seen:
            continue
        seen.add(key)
        same = [
            each
            for each in run.story.calls
            if each.tool == made.tool and intent(tool, each.call.arguments) == asked
        ]
        later = len(same) - 1 - same.index(made)
        if later < rule.retries:
            message = f"after `{made.error_code}` the call must be tried again"
            yield finding(
                "retry_violation",
                message,
                step=made.step,
                call=made.index,
                expected=rule.retries,
                got=later,
                rule=f"{made.tool}: errors",
            )
