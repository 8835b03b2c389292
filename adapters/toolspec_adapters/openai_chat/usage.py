"""The token counts of a response, under the names that different hosts give them."""

from __future__ import annotations

from toolspec.jsontypes import Json
from toolspec.trace import Usage

# In order of preference; the later ones are DeepSeek's, Moonshot's and Copilot's.
_INPUT = ("prompt_tokens",)
_OUTPUT = ("completion_tokens",)
_CACHED = ("prompt_tokens_details.cached_tokens", "prompt_cache_hit_tokens", "cached_tokens")
_REASONING = ("completion_tokens_details.reasoning_tokens", "reasoning_tokens")


def read_usage(usage: Json) -> Usage:
    """Read the counts; whatever is missing or no whole number is null."""
    return Usage(
        input_tokens=_count(usage, _INPUT),
        output_tokens=_count(usage, _OUTPUT),
        cached_tokens=_count(usage, _CACHED),
        reasoning_tokens=_count(usage, _REASONING),
    )


def _count(usage: Json, paths: tuple[str, ...]) -> int | None:
    for path in paths:
        value = usage
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None
