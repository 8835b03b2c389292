"""Reading input items back into the turns of a conversation.

Items of the assistant that follow each other are one turn, until the outputs of its calls.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, Turn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters.openai_responses.item_types import (
    OUTPUT_FOR_CALL,
    is_answerable,
    is_known,
    type_of,
)
from toolspec_adapters.openai_responses.output import read_output

_OUTPUTS: Final = frozenset(OUTPUT_FOR_CALL.values())
_MESSAGE: Final = frozenset({"type", "role", "content"})
_OUTPUT: Final = frozenset({"type", "call_id", "output"})
_PART: Final = frozenset({"type", "text"})


def read_items(given: str | list[Json], unread: list[str]) -> tuple[Turn, ...]:
    """Read `input`; what is not read is added to `unread` by its pointer.

    An item of the assistant that no canonical concept carries still travels in its turn's echo.
    """
    if isinstance(given, str):
        return (UserTurn(given),)
    turns = _Turns(unread)
    for place, item in enumerate(given):
        turns.add(item, f"/input/{place}")
    turns.end()
    return tuple(turns.turns)


class _Turns:
    """The turns so far, the items of the one that is being read, and the calls that wait."""

    def __init__(self, unread: list[str]) -> None:
        self.turns: list[Turn] = []
        self._unread = unread
        self._items: list[Json] = []
        self._waiting: list[ToolCall] = []

    def add(self, item: Json, pointer: str) -> None:
        kind = type_of(item)
        if not isinstance(item, dict) or kind is None:
            self._unread.append(pointer)
        elif kind in _OUTPUTS:
            self.end()
            self._result(item, pointer)
        elif kind == "message" and item.get("role") != "assistant":
            self.end()
            self._message(item, pointer)
        else:
            self._unread.extend([] if is_known(item) else [pointer])
            self._items.append(item)

    def end(self) -> None:
        """End the assistant's turn that is being read."""
        if self._items:
            calls = [each for each in self._items if is_answerable(each)]
            self._waiting = list(read_output(calls, Reading(None, False)).calls)
            self.turns.append(AssistantTurn(self._items, tuple(self._waiting)))
            self._items = []

    def _message(self, item: JsonObject, pointer: str) -> None:
        self._waiting = []
        role = item.get("role")
        if role not in ("user", "system", "developer"):
            self._unread.append(pointer)
            return
        text = self._text(item, "content", pointer, _MESSAGE)
        self.turns.append(UserTurn(text) if role == "user" else SystemTurn(text))

    def _result(self, item: JsonObject, pointer: str) -> None:
        call_id = item.get("call_id")
        call = next((each for each in self._waiting if each.call_id == call_id), None)
        if call is None:
            self._unread.append(pointer)
            return
        self._waiting = [each for each in self._waiting if each is not call]
        self.turns.append(ToolResultTurn(call, self._text(item, "output", pointer, _OUTPUT)))

    def _text(self, item: JsonObject, field: str, pointer: str, known: frozenset[str]) -> str:
        """The text of an item; other parts, and what stands beside a text, are not read."""
        self._unread.extend(
            f"{pointer}/{key}" for key in item if key not in known and item[key] is not None
        )
        content = item.get(field)
        if isinstance(content, str):
            return content
        texts = [_part_text(each) for each in content] if isinstance(content, list) else [None]
        if None in texts:
            self._unread.append(f"{pointer}/{field}")
        return "".join(each for each in texts if each is not None)


def _part_text(part: Json) -> str | None:
    """The text of a part that is text and nothing else."""
    if not isinstance(part, dict) or part.keys() != _PART or part["type"] != "input_text":
        return None
    return part["text"] if isinstance(part["text"], str) else None
