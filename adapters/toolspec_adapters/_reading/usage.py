"""The token counts of a response, under the names that different hosts give them."""

from __future__ import annotations

from toolspec.jsontypes import Json
from toolspec.trace import Usage

# In order of preference: OpenAI's names (Chat, Responses), then those of Cohere (`tokens`, in which
# it counts what it does not bill, before `billed_units`), Ollama, DeepSeek, Moonshot and Copilot.
_INPUT = (
    "prompt_tokens",
    "input_tokens",
    "tokens.input_tokens",
    "billed_units.input_tokens",
    "prompt_eval_count",
)
_OUTPUT = (
    "completion_tokens",
    "output_tokens",
    "tokens.output_tokens",
    "billed_units.output_tokens",
    "eval_count",
)
_CACHED = (
    "prompt_tokens_details.cached_tokens",
    "input_tokens_details.cached_tokens",
    "prompt_cache_hit_tokens",
    "cached_tokens",
)
_REASONING = (
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
    "reasoning_tokens",
)


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
        # Cohere's reference calls its counts floats.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None
