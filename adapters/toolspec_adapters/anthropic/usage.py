"""The token counts of a response. Anthropic counts what its cache wrote and read apart."""

from __future__ import annotations

from toolspec.jsontypes import Json
from toolspec.trace import Usage

_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read_usage(usage: Json) -> Usage:
    """Read the counts; the input is the sum of the three, and null where none is given."""
    counts = usage if isinstance(usage, dict) else {}
    details = counts.get("output_tokens_details")
    parts = [count for count in map(_count, map(counts.get, _INPUT)) if count is not None]
    return Usage(
        input_tokens=sum(parts) if parts else None,
        output_tokens=_count(counts.get("output_tokens")),
        cached_tokens=_count(counts.get("cache_read_input_tokens")),
        reasoning_tokens=_count(
            details.get("thinking_tokens") if isinstance(details, dict) else None
        ),
    )


def _count(value: Json) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if isinstance(value, int) and is_count else None
