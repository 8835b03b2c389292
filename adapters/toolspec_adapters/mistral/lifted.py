"""Reading Mistral's requests back, by its API reference: `any` is another word for `required`."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json
from toolspec.provider import LiftedRequest, Settings, ToolChoice
from toolspec_adapters._reading.chat_body import chat_body
from toolspec_adapters._reading.chat_tools import read_tool_choice, read_tools
from toolspec_adapters._reading.chat_turns import read_turns
from toolspec_adapters._reading.fields import flag, number, whole_number

_WORDS: Final[dict[str, ToolChoice]] = {
    "auto": "auto",
    "none": "none",
    "any": "required",
    "required": "required",
}
_READ: Final = frozenset(
    {
        "model",
        "messages",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "temperature",
        "max_tokens",
        "random_seed",
    }
)


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages."""
    body, unread = chat_body(body, _READ)
    return LiftedRequest(
        conversation=read_turns(body["messages"], unread, name_field="name"),
        tools=read_tools(body.get("tools"), unread),
        settings=Settings(
            model=str(body.get("model") or ""),
            temperature=number(body, "temperature", unread),
            max_output_tokens=whole_number(body, "max_tokens", unread),
            seed=whole_number(body, "random_seed", unread),
            tool_choice=read_tool_choice(body.get("tool_choice"), _WORDS, unread),
            parallel_tool_calls=flag(body, "parallel_tool_calls", unread),
        ),
        unread=tuple(unread),
    )
