"""Share of the attempts made that brought no decision back: the plumbing failed."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the attempt was an infrastructure error."""
    if scored.status != "not_run":
        yield scored.status == "infra_error"
