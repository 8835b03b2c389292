"""The token counts of a response. What is read from a cache or written to it is counted apart."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import Usage


def read_usage(usage: Json) -> Usage:
    """Read the counts; the input is all of it, cached or not, as other providers count it."""
    counts = usage if isinstance(usage, dict) else {}
    read = _count(counts, "cacheReadInputTokens")
    fresh, written = (_count(counts, name) for name in ("inputTokens", "cacheWriteInputTokens"))
    return Usage(
        input_tokens=None if fresh is None else fresh + (read or 0) + (written or 0),
        output_tokens=_count(counts, "outputTokens"),
        cached_tokens=read,
    )


def _count(counts: JsonObject, name: str) -> int | None:
    value = counts.get(name)
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if isinstance(value, int) and is_count else None
