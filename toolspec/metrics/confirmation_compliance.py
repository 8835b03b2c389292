"""Share of calls that need a separate assent which had it, to exactly what they do."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Each such call; nothing is counted where none was made."""
    run = None if scored.verdict is None else scored.verdict.run
    if run is not None:
        for number in range(run.confirmations):
            yield number < run.confirmed
