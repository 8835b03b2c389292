"""From the turns of a conversation to messages of the completion API.

A message holds either a text, or calls, or results; results come from the role `user`, in the order
of their calls. The model's own message is sent back as it came; a call without a result is left
out, and so is a message that says nothing then.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation
from toolspec.trace import ToolCall
from toolspec_adapters._writing.chat_messages import chat_messages
from toolspec_adapters._writing.exchanges import Exchange
from toolspec_adapters._writing.texts import result_text

_ASSISTANT: Final = "assistant"


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    return chat_messages(conversation, _exchange, text_field="text")


def _exchange(block: Exchange) -> list[JsonObject]:
    echo = block.turn.echo
    own = echo if isinstance(echo, dict) else {"text": echo}
    text = own.get("text", own.get("content"))
    said: list[JsonObject] = []
    if isinstance(text, str) and text.strip():
        said.append({"role": _ASSISTANT, "text": text})
    if not block.answered:
        return said
    entries = calls_in(own)
    if len(entries) != len(block.turn.calls):
        entries = [None] * len(block.turn.calls)
    calls = [_call(entries[each.place], each.call) for each in block.answered]
    results = [
        {
            "functionResult": {
                "name": each.call.name or "unnamed",
                "content": result_text(each.result),
            }
        }
        for each in block.answered
    ]
    said.append({"role": _ASSISTANT, "toolCallList": {"toolCalls": calls}})
    return [*said, {"role": "user", "toolResultList": {"toolResults": results}}]


def calls_in(message: JsonObject) -> list[Json]:
    """The entries of a message's list of calls; empty when it has none."""
    listed = message.get("toolCallList")
    entries = listed.get("toolCalls") if isinstance(listed, dict) else None
    return entries if isinstance(entries, list) else []


def _call(entry: Json, call: ToolCall) -> JsonObject:
    """The call as it came; arguments that are no object are sent back as `{}`."""
    own = entry if isinstance(entry, dict) else {}
    function = own.get("functionCall")
    echoed = function if isinstance(function, dict) else {}
    arguments = echoed.get("arguments")
    if not isinstance(arguments, dict):
        arguments = call.arguments or {}
    sent = {**echoed, "name": call.name or "unnamed", "arguments": arguments}
    return {**own, "functionCall": sent}
