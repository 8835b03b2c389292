"""From the turns of a conversation to instructions and messages.

Results come first in the message after their calls, and what the user says next stands in the same
message, so that the roles take turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn
from toolspec_adapters._writing.call_ids import CallIds
from toolspec_adapters._writing.exchanges import AnsweredCall, Exchange, blocks
from toolspec_adapters._writing.texts import result_text
from toolspec_adapters.anthropic.assistant import assistant_content

_ID: Final = re.compile(r"[A-Za-z0-9_-]+")


def to_messages(conversation: Conversation) -> tuple[Json, list[JsonObject]]:
    """Write `system`, null when there are no instructions, and the messages.

    Only the newest models take instructions later on; they are said as the user's. Raises
    `ValueError` for a result that answers no call of the turn before it.
    """
    instructions: list[str] = []
    messages = _Messages()
    ids = CallIds(_ID)
    for block in blocks(conversation):
        if isinstance(block, SystemTurn) and not messages.made:
            instructions.append(block.text)
        elif isinstance(block, Exchange):
            _add_exchange(messages, block, ids.of(block))
        else:
            messages.add_as_user([_text(block.text)])
    texts: list[Json] = [_text(each) for each in instructions]
    return _shortest(texts) if texts else None, messages.written()


class _Messages:
    """The messages so far; blocks of the user join those of the user before them."""

    def __init__(self) -> None:
        self.made: list[JsonObject] = []

    def add_as_user(self, added: list[Json]) -> None:
        if not self.made or self.made[-1]["role"] != "user":
            self.made.append({"role": "user", "content": []})
        self.made[-1]["content"].extend(added)

    def written(self) -> list[JsonObject]:
        return [
            {**each, "content": _shortest(each["content"])} if each["role"] == "user" else each
            for each in self.made
        ]


def _add_exchange(messages: _Messages, block: Exchange, ids: Mapping[int, str]) -> None:
    content = assistant_content(block, ids)
    if content:
        messages.made.append({"role": "assistant", "content": content})
    if block.answered:
        messages.add_as_user([_result(each, ids[each.place]) for each in block.answered])


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _shortest(content: list[Json]) -> Json:
    """A single text without its block."""
    only = content[0] if len(content) == 1 else None
    return only["text"] if isinstance(only, dict) and only["type"] == "text" else content


def _result(answered: AnsweredCall, call_id: str) -> JsonObject:
    result = answered.result
    made: JsonObject = {
        "type": "tool_result",
        "tool_use_id": call_id,
        "content": result_text(result, wraps_errors=False),
    }
    return {**made, "is_error": True} if result.is_error else made
