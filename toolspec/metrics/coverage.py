"""Share of planned attempts that completed and are comparable."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the attempt completed."""
    verdict = scored.verdict
    yield (
        scored.status == "completed" and verdict is not None and verdict.outcome != "not_comparable"
    )
