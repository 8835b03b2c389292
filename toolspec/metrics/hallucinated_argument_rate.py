"""Share of judged attempts with calls in which a value of a grounded argument was made up."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether a value was invented; attempts without calls do not count."""
    verdict = scored.verdict
    if verdict is not None and verdict.outcome in ("pass", "fail") and verdict.calls:
        yield any(each.code == "invented_argument" for each in verdict.findings)
