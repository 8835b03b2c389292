"""95th-percentile time of the provider's answer in ms, around the send alone, without waits."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._quantile import Quantile
from toolspec.results import Scored

IS_SHARE = False


def start() -> Quantile:
    """A fresh accumulator."""
    return Quantile(0.95)


def observe(scored: Scored) -> Iterator[float]:
    """The time of a completed attempt."""
    if scored.status == "completed" and scored.elapsed_ms is not None:
        yield scored.elapsed_ms
