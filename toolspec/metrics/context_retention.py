"""Share of judged runs under a context whose reply holds the marker, and no argument does."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the marker came through; only specs with a marker count."""
    run = None if scored.verdict is None else scored.verdict.run
    if run is not None and run.retains is not None:
        yield run.retains
