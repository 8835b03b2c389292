"""From the turns of a conversation to Chat Completions messages.

The assistant's own message is sent back as it came, opaque fields included, except where a host
would reject its own words: an empty `content` beside calls, arguments that are not JSON text, call
ids that are missing or used twice. Every call that is sent back has its result right after it, in
the order of the calls; a call without a result is left out, because a host rejects it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation
from toolspec_adapters._writing.chat_messages import (
    answered_calls,
    chat_messages,
    own_fields,
    tool_messages,
)
from toolspec_adapters._writing.exchanges import Exchange

# Kimi and DeepSeek take a message with calls only with reasoning, for which a blank is enough.
_PLACEHOLDER: Final = " "


def to_messages(conversation: Conversation, *, reasoning_field: str | None) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it.

    `reasoning_field` names the field without which the host takes no message with calls; where the
    provider's own message has none, a blank stands in.
    """
    return chat_messages(conversation, partial(_exchange, reasoning_field=reasoning_field))


def _exchange(block: Exchange, reasoning_field: str | None) -> list[JsonObject]:
    """Write the assistant's message and the results of its calls."""
    ids = block.wire_ids()
    calls = answered_calls(block, ids)
    message = _assistant(block.turn.echo, calls)
    if calls and reasoning_field and not message.get(reasoning_field):
        message[reasoning_field] = _PLACEHOLDER
    return [message, *tool_messages(block, ids)]


def _assistant(echo: Json, calls: list[JsonObject]) -> JsonObject:
    message = {"role": "assistant", **own_fields(echo)}
    message.pop("function_call", None)
    content = message.get("content")
    is_blank = not content or (isinstance(content, str) and not content.strip())
    if calls:
        return {**message, "content": None if is_blank else content, "tool_calls": calls}
    # Null content without calls is rejected.
    return {**message, "content": "" if is_blank else content}
