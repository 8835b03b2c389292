"""Share of judged attempts that want a call in which exactly the right tools were called."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the right tools were called; no call counts as wrong."""
    verdict = scored.verdict
    if verdict is not None and verdict.wants_call:
        yield verdict.holds("decision") is True and verdict.holds("tool") is True
