"""Share of the expected calls of judged runs that were made."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Each expected call."""
    run = None if scored.verdict is None else scored.verdict.run
    if run is not None:
        for number in range(run.expected_calls):
            yield number < run.made_calls
