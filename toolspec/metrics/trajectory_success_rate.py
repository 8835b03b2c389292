"""Share of judged runs with a trajectory that took it and passed in everything else."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the whole run was right; only cases that name a trajectory count."""
    run = None if scored.verdict is None else scored.verdict.run
    if run is not None and run.holds_path is not None and scored.verdict is not None:
        yield scored.verdict.outcome == "pass"
