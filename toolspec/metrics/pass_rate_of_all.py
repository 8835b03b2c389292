"""Share of all planned attempts that passed; what failed on the way or did not run has not."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the attempt passed, over everything planned and checked."""
    verdict = scored.verdict
    if verdict is None or verdict.outcome != "unchecked":
        yield verdict is not None and verdict.outcome == "pass"
