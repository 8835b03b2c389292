"""Share of judged attempts in which the model rightly decided to call or not to call."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the decision layer held."""
    verdict = scored.verdict
    held = None if verdict is None else verdict.holds("decision")
    if held is not None:
        yield held
