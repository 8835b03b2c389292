"""From the turns of a conversation to Mistral's messages.

The assistant's own message is sent back as it came, thinking included; its calls get ids of nine
letters and digits. A message that says nothing is left out, because Mistral rejects it.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.calls import echoed_calls, function_call
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import result_text
from toolspec_adapters.mistral.ids import ShortIds


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    messages: list[JsonObject] = []
    short_ids = ShortIds()
    for block in blocks(conversation):
        if isinstance(block, SystemTurn):
            messages.append({"role": "system", "content": block.text})
        elif isinstance(block, UserTurn):
            messages.append({"role": "user", "content": block.text})
        else:
            messages.extend(_exchange(block, short_ids))
    return messages


def _exchange(block: Exchange, short_ids: ShortIds) -> list[JsonObject]:
    own = block.wire_ids()
    ids = {each.place: short_ids.of(own[each.place]) for each in block.answered}
    entries = echoed_calls(block.turn)
    calls = [
        function_call(entries[each.place], each.call, ids[each.place]) for each in block.answered
    ]
    results: list[JsonObject] = [
        {
            "role": "tool",
            "tool_call_id": ids[each.place],
            "content": result_text(each.result),
        }
        for each in block.answered
    ]
    return [*_assistant(block.turn.echo, calls), *results]


def _assistant(echo: Json, calls: list[JsonObject]) -> list[JsonObject]:
    own = echo if isinstance(echo, dict) else {"content": echo if isinstance(echo, str) else None}
    message = {key: value for key, value in own.items() if value is not None}
    message.pop("tool_calls", None)
    message = {"role": "assistant", **message}
    if calls:
        return [{**message, "tool_calls": calls}]
    content = message.get("content")
    says_something = bool(content.strip()) if isinstance(content, str) else bool(content)
    return [message] if says_something else []
