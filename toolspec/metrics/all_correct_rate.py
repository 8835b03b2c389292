"""Share of judged attempts without any finding: the pass rate of what was completed."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the attempt passed."""
    verdict = scored.verdict
    if verdict is not None and verdict.outcome in ("pass", "fail"):
        yield verdict.outcome == "pass"
