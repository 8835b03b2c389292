"""Share of tool errors met in judged runs, each code once a run, after which all came out right."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether the run passed, for each error code that it met."""
    verdict = scored.verdict
    if verdict is not None and verdict.run is not None and verdict.outcome in ("pass", "fail"):
        for _ in verdict.run.errors:
            yield verdict.outcome == "pass"
