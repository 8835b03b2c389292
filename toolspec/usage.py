"""The tokens of several answers together."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.trace import Usage


def added(usages: Iterable[Usage]) -> Usage:
    """Their sum, kind by kind; null for a kind that no answer tells."""
    counted = tuple(usages)
    return Usage(
        input_tokens=_sum(each.input_tokens for each in counted),
        output_tokens=_sum(each.output_tokens for each in counted),
        cached_tokens=_sum(each.cached_tokens for each in counted),
        reasoning_tokens=_sum(each.reasoning_tokens for each in counted),
    )


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [each for each in counts if each is not None]
    return sum(known) if known else None
