"""How often each tool may be called: `max_calls`. Calls that were refused count as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run


def grade(run: Run) -> Iterator[Finding]:
    """Name each tool that was called too often."""
    made = Counter(each.tool for each in run.story.calls)
    for tool, most in run.case.expect.max_calls.items():
        if made[tool] > most:
            message = f"`{tool}` was called {made[tool]} times, {most} are allowed"
            yield finding(
                "too_many_calls", message, expected=most, got=made[tool], rule="max_calls"
            )
