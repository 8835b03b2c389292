"""From the turns of a conversation to Ollama's messages.

Arguments are objects, and a result names its tool; it carries the call's id only when there was
one. A call without a result is left out.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation
from toolspec.trace import ToolCall
from toolspec_adapters._writing.calls import echoed_calls, sent_name
from toolspec_adapters._writing.chat_messages import chat_messages, own_fields
from toolspec_adapters._writing.exchanges import AnsweredCall, Exchange
from toolspec_adapters._writing.texts import result_text


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    return chat_messages(conversation, _exchange)


def _exchange(block: Exchange) -> list[JsonObject]:
    entries = echoed_calls(block.turn)
    calls = [_call(entries[each.place], each.call) for each in block.answered]
    return [_assistant(block.turn.echo, calls), *map(_result, block.answered)]


def _assistant(echo: Json, calls: list[JsonObject]) -> JsonObject:
    message = {"role": "assistant", "content": "", **own_fields(echo)}
    return {**message, "tool_calls": calls} if calls else message


def _call(entry: Json, call: ToolCall) -> JsonObject:
    own = entry if isinstance(entry, dict) else {}
    function = own.get("function")
    if not isinstance(function, dict):
        own, function = ({"id": call.call_id} if call.call_id else {}), {}
    written = {**function, "name": sent_name(call), "arguments": call.arguments or {}}
    return {**own, "function": written}


def _result(answered: AnsweredCall) -> JsonObject:
    call = answered.call
    message: JsonObject = {"role": "tool", "tool_name": sent_name(call)}
    if call.call_id is not None:
        message["tool_call_id"] = call.call_id
    return {**message, "content": result_text(answered.result)}
