"""From the turns of a conversation to Cohere's messages.

The assistant's own message is sent back as it came, its plan included, without blocks of text that
say nothing; every call that is sent back is followed by its result.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.calls import echoed_calls, function_call
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import result_text


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    messages: list[JsonObject] = []
    for block in blocks(conversation):
        if isinstance(block, SystemTurn):
            messages.append({"role": "system", "content": block.text})
        elif isinstance(block, UserTurn):
            messages.append({"role": "user", "content": block.text})
        else:
            messages.extend(_exchange(block))
    return messages


def _exchange(block: Exchange) -> list[JsonObject]:
    ids = block.wire_ids()
    entries = echoed_calls(block.turn)
    calls = [
        function_call(entries[each.place], each.call, ids[each.place]) for each in block.answered
    ]
    results: list[JsonObject] = [
        {"role": "tool", "tool_call_id": ids[each.place], "content": result_text(each.result)}
        for each in block.answered
    ]
    return [*_assistant(block.turn.echo, calls), *results]


def _assistant(echo: Json, calls: list[JsonObject]) -> list[JsonObject]:
    own = echo if isinstance(echo, dict) else {"content": echo if isinstance(echo, str) else None}
    message = {key: value for key, value in own.items() if value is not None}
    message.pop("tool_calls", None)
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
