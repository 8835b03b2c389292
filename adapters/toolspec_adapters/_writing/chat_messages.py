"""A conversation as a list of messages with roles, the form that most wire formats have."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.calls import echoed_calls, function_call
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import result_text


def chat_messages(
    conversation: Conversation,
    exchange: Callable[[Exchange], list[JsonObject]],
    *,
    text_field: str = "content",
) -> list[JsonObject]:
    """Write the messages; `exchange` writes what the assistant said, and the results of its calls.

    Raises `ValueError` for a result that answers no call of the turn before it.
    """
    messages: list[JsonObject] = []
    for block in blocks(conversation):
        if isinstance(block, SystemTurn):
            messages.append({"role": "system", text_field: block.text})
        elif isinstance(block, UserTurn):
            messages.append({"role": "user", text_field: block.text})
        else:
            messages.extend(exchange(block))
    return messages


def own_fields(echo: Json) -> JsonObject:
    """What the assistant's own message says beside its calls.

    A field that is null says nothing, and several hosts reject `tool_calls: null` and its like. An
    echo that is no message is its text.
    """
    own = echo if isinstance(echo, dict) else {"content": echo if isinstance(echo, str) else None}
    return {key: each for key, each in own.items() if each is not None and key != "tool_calls"}


def answered_calls(block: Exchange, ids: Mapping[int, str]) -> list[JsonObject]:
    """The calls that have a result, in OpenAI's shape; `ids` are by the place of the call."""
    entries = echoed_calls(block.turn)
    return [
        function_call(entries[each.place], each.call, ids[each.place]) for each in block.answered
    ]


def tool_messages(block: Exchange, ids: Mapping[int, str]) -> list[JsonObject]:
    """The results, one message of the role `tool` each."""
    return [
        {"role": "tool", "tool_call_id": ids[each.place], "content": result_text(each.result)}
        for each in block.answered
    ]
