"""How often a call was tried again against the rules of its error, over all judged runs."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._count import Count
from toolspec.results import Scored

IS_SHARE = False
start = Count
_CODES = frozenset({"retry_violation", "blind_retry", "unstable_key"})


def observe(scored: Scored) -> Iterator[int]:
    """The findings of this kind in one run."""
    verdict = scored.verdict
    if verdict is not None and verdict.run is not None:
        yield sum(
            each.code in ("retry_violation", "blind_retry", "unstable_key")
            for each in verdict.findings
        )
