"""From the turns of a conversation to the messages of v1.

A message carries one call, and its result is the next message, so a turn of several calls becomes
several pairs. The provider's own message is sent back as it came, its state id included. A call
without a result is left out, and so is an assistant's message that says nothing then.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import json_text
from toolspec_adapters.gigachat.exchanged import instructions, sent_call, sent_result


def to_first_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    system = instructions(conversation)
    messages: list[JsonObject] = []
    if system is not None:
        messages.append({"role": "system", "content": system})
    for block in blocks(conversation):
        if isinstance(block, UserTurn):
            messages.append({"role": "user", "content": block.text})
        elif not isinstance(block, SystemTurn):
            messages.extend(_exchange(block))
    return messages


def _exchange(block: Exchange) -> list[JsonObject]:
    own = _own_message(block.turn.echo)
    own_call = own.pop("function_call", None)
    if not block.answered:
        return [own] if own["content"].strip() else []
    messages: list[JsonObject] = []
    for each in block.answered:
        is_own = each.place == 0 and len(block.turn.calls) == 1
        call = sent_call(own_call if is_own else None, each.call)
        messages.append({**own, "function_call": call})
        content = json_text(sent_result(each.result))
        messages.append({"role": "function", "name": call["name"], "content": content})
        # What was said and remembered is said once.
        own = {"role": "assistant", "content": ""}
    return messages


def _own_message(echo: Json) -> JsonObject:
    """The provider's message without empty fields; a text of another format is taken over."""
    if isinstance(echo, str):
        echo = {"content": echo}
    own = echo if isinstance(echo, dict) else {}
    own = {key: value for key, value in own.items() if value is not None}
    if not _is_of_this_version(own):
        own = {}
    return {**own, "role": "assistant", "content": own.get("content", "")}


def _is_of_this_version(message: JsonObject) -> bool:
    """Whether a message can be sent back: other formats have parts, or calls in other fields."""
    return isinstance(message.get("content", ""), str) and "tool_calls" not in message
