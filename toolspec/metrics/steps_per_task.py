"""How many answers of the model a judged run took, on average."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._count import Mean
from toolspec.results import Scored

IS_SHARE = False
start = Mean


def observe(scored: Scored) -> Iterator[int]:
    """The count of one run."""
    if scored.verdict is not None and scored.verdict.run is not None:
        yield scored.verdict.run.steps
