"""From the turns of a conversation to Cohere's messages.

The assistant's own message is sent back as it came, its plan included, without blocks of text that
say nothing; every call that is sent back is followed by its result.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation
from toolspec_adapters._writing.chat_messages import (
    answered_calls,
    chat_messages,
    own_fields,
    tool_messages,
)
from toolspec_adapters._writing.exchanges import Exchange


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    return chat_messages(conversation, _exchange)


def _exchange(block: Exchange) -> list[JsonObject]:
    ids = block.wire_ids()
    said = _assistant(block.turn.echo, answered_calls(block, ids))
    return [*said, *tool_messages(block, ids)]


def _assistant(echo: Json, calls: list[JsonObject]) -> list[JsonObject]:
    message = own_fields(echo)
    content = _without_blanks(message.pop("content", None))
    message = {"role": "assistant", **message}
    if content:
        message["content"] = content
    if calls:
        message["tool_calls"] = calls
    else:
        # A plan belongs to calls.
        message.pop("tool_plan", None)
    return [message] if calls or content else []


def _without_blanks(content: Json) -> Json:
    if isinstance(content, str):
        return content if content.strip() else None
    if not isinstance(content, list):
        return content
    return [each for each in content if not _is_blank(each)]


def _is_blank(part: Json) -> bool:
    text = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None
    return isinstance(text, str) and not text.strip()
