"""Share of judged attempts with the right tools in which every argument had the expected value."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the values held; counted where the right tools were called."""
    verdict = scored.verdict
    if verdict is None or not verdict.wants_call or verdict.holds("tool") is not True:
        return
    yield verdict.holds("parse") is True and verdict.holds("value") is True
