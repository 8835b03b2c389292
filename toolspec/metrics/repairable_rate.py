"""Share of calls that a named, deterministic repair would make valid. Never applied to a result."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """One observation a call."""
    verdict = scored.verdict
    for call in verdict.calls if verdict is not None else ():
        yield call.track == "repairable"
