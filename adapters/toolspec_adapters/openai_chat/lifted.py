"""Reading Chat Completions requests back: what a server of this format is told.

Written from OpenAI's API reference: a tool without `parameters` takes no arguments, `strict` is off
unless it is on, `max_tokens` is the older name of `max_completion_tokens`.
"""

from __future__ import annotations

from typing import Final

from toolspec.dialect import OutputLimitField
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, Settings, ToolChoice
from toolspec_adapters._reading.chat_body import chat_body
from toolspec_adapters._reading.chat_tools import read_tool_choice, read_tools
from toolspec_adapters._reading.chat_turns import read_turns
from toolspec_adapters._reading.fields import flag, number, whole_number

_WORDS: Final[dict[str, ToolChoice]] = {"auto": "auto", "none": "none", "required": "required"}
_READ: Final = frozenset(
    {
        "model",
        "messages",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "temperature",
        "max_tokens",
        "max_completion_tokens",
        "seed",
    }
)


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages."""
    body, unread = chat_body(body, _READ)
    return LiftedRequest(
        conversation=read_turns(body["messages"], unread),
        tools=read_tools(body.get("tools"), unread),
        settings=_settings(body, unread),
        unread=tuple(unread),
    )


def _settings(body: JsonObject, unread: list[str]) -> Settings:
    older = whole_number(body, "max_tokens", unread)
    newer = whole_number(body, "max_completion_tokens", unread)
    field: OutputLimitField | None = None
    if newer is not None:
        field = "max_completion_tokens"
        unread.extend(["/max_tokens"] if older is not None else [])
    elif older is not None:
        field = "max_tokens"
    return Settings(
        model=str(body.get("model") or ""),
        temperature=number(body, "temperature", unread),
        max_output_tokens=newer if newer is not None else older,
        seed=whole_number(body, "seed", unread),
        tool_choice=read_tool_choice(body.get("tool_choice"), _WORDS, unread),
        parallel_tool_calls=flag(body, "parallel_tool_calls", unread),
        output_limit_field=field,
    )
