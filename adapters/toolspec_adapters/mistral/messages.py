"""From the turns of a conversation to Mistral's messages.

The assistant's own message is sent back as it came, thinking included; its calls get ids of nine
letters and digits. A message that says nothing is left out, because Mistral rejects it.
"""

from __future__ import annotations

from functools import partial

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation
from toolspec_adapters._writing.chat_messages import (
    answered_calls,
    chat_messages,
    own_fields,
    tool_messages,
)
from toolspec_adapters._writing.exchanges import Exchange
from toolspec_adapters.mistral.ids import ShortIds


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    return chat_messages(conversation, partial(_exchange, short_ids=ShortIds()))


def _exchange(block: Exchange, short_ids: ShortIds) -> list[JsonObject]:
    own = block.wire_ids()
    ids = {each.place: short_ids.of(own[each.place]) for each in block.answered}
    said = _assistant(block.turn.echo, answered_calls(block, ids))
    return [*said, *tool_messages(block, ids)]


def _assistant(echo: Json, calls: list[JsonObject]) -> list[JsonObject]:
    message = {"role": "assistant", **own_fields(echo)}
    if calls:
        return [{**message, "tool_calls": calls}]
    content = message.get("content")
    says_something = bool(content.strip()) if isinstance(content, str) else bool(content)
    return [message] if says_something else []
