"""Share of judged runs with expected effects or state that ended in that state."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the state and the effects are as expected."""
    run = None if scored.verdict is None else scored.verdict.run
    if run is not None and run.holds_state is not None:
        yield run.holds_state
