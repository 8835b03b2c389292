"""Reading Cohere's requests back, by its API reference: `strict_tools` speaks of all tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._reading.chat_body import chat_body
from toolspec_adapters._reading.chat_tools import read_tool_choice, read_tools
from toolspec_adapters._reading.chat_turns import read_turns
from toolspec_adapters._reading.fields import flag, number, whole_number

_WORDS: Final[dict[str, ToolChoice]] = {"REQUIRED": "required", "NONE": "none"}
_READ: Final = frozenset(
    {
        "model",
        "messages",
        "tools",
        "strict_tools",
        "tool_choice",
        "temperature",
        "max_tokens",
        "seed",
    }
)


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages."""
    body, unread = chat_body(body, _READ)
    choice = body.get("tool_choice")
    return LiftedRequest(
        conversation=read_turns(body["messages"], unread),
        tools=_tools(body, unread),
        settings=Settings(
            model=str(body.get("model") or ""),
            temperature=number(body, "temperature", unread),
            max_output_tokens=whole_number(body, "max_tokens", unread),
            seed=whole_number(body, "seed", unread),
            # There is no named choice: an object is none of Cohere's words.
            tool_choice=read_tool_choice(str(choice) if choice else None, _WORDS, unread),
        ),
        unread=tuple(unread),
    )


def _tools(body: JsonObject, unread: list[str]) -> tuple[ToolDefinition, ...]:
    is_strict = flag(body, "strict_tools", unread) is True
    read = read_tools(body.get("tools"), unread)
    return tuple(replace(each, strict=is_strict) for each in read)
