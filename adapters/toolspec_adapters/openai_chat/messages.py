"""From the turns of a conversation to Chat Completions messages.

The assistant's own message is sent back as it came, opaque fields included, except where a host
would reject its own words: an empty `content` beside calls, arguments that are not JSON text, call
ids that are missing or used twice. Every call that is sent back has its result right after it, in
the order of the calls; a call without a result is left out, because a host rejects it.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.calls import echoed_calls, function_call
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import result_text

# Kimi and DeepSeek take a message with calls only with reasoning, for which a blank is enough.
_PLACEHOLDER: Final = " "


def to_messages(conversation: Conversation, *, reasoning_field: str | None) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it.

    `reasoning_field` names the field without which the host takes no message with calls; where the
    provider's own message has none, a blank stands in.
    """
    messages: list[JsonObject] = []
    for block in blocks(conversation):
        if isinstance(block, SystemTurn):
            messages.append({"role": "system", "content": block.text})
        elif isinstance(block, UserTurn):
            messages.append({"role": "user", "content": block.text})
        else:
            messages.extend(_exchange(block, reasoning_field))
    return messages


def _exchange(block: Exchange, reasoning_field: str | None) -> list[JsonObject]:
    """Write the assistant's message and the results of its calls."""
    ids = block.wire_ids()
    entries = echoed_calls(block.turn)
    calls = [
        function_call(entries[each.place], each.call, ids[each.place]) for each in block.answered
    ]
    message = _assistant(block.turn.echo, calls)
    if calls and reasoning_field and not message.get(reasoning_field):
        message[reasoning_field] = _PLACEHOLDER
    results: list[JsonObject] = [
        {"role": "tool", "tool_call_id": ids[each.place], "content": result_text(each.result)}
        for each in block.answered
    ]
    return [message, *results]


def _assistant(echo: Json, calls: list[JsonObject]) -> JsonObject:
    own = echo if isinstance(echo, dict) else {"content": echo if isinstance(echo, str) else None}
    # A field that is null says nothing, and several hosts reject `tool_calls: null` and its like.
    message = {key: value for key, value in own.items() if value is not None}
    message.pop("tool_calls", None)
    message.pop("function_call", None)
    message = {"role": "assistant", **message}
    content = message.get("content")
    is_blank = not content or (isinstance(content, str) and not content.strip())
    if calls:
        return {**message, "content": None if is_blank else content, "tool_calls": calls}
    # Null content without calls is rejected.
    return {**message, "content": "" if is_blank else content}
