"""Reading messages with roles back into the turns of a conversation."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import (
    AssistantTurn,
    SystemTurn,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading, read_calls
from toolspec_adapters._reading.content import read_content

_SAID: Final = frozenset({"role", "content"})
_ANSWERED: Final = frozenset({*_SAID, "tool_call_id"})
_PART: Final = frozenset({"type", "text"})


def read_turns(
    messages: Json, unread: list[str], *, name_field: str | None = None
) -> tuple[Turn, ...]:
    """Read the list `messages`; what is not read is added to `unread` by its pointer.

    A result finds its call by `tool_call_id`; where there is none, by the tool's name in the field
    `name_field`, the first call that waits for its result.
    """
    turns = _Turns(unread, name_field)
    for place, message in enumerate(messages if isinstance(messages, list) else []):
        turns.add(message if isinstance(message, dict) else {}, f"/messages/{place}")
    return tuple(turns.turns)


class _Turns:
    """The turns so far, and the calls of the last one that wait for their results."""

    def __init__(self, unread: list[str], name_field: str | None) -> None:
        self.turns: list[Turn] = []
        self._unread = unread
        self._name_field = name_field
        self._waiting: list[ToolCall] = []

    def add(self, said: JsonObject, pointer: str) -> None:
        role = said.get("role")
        if role == "assistant":
            self._waiting = list(read_calls(said, Reading(None, False)).calls)
            self.turns.append(AssistantTurn(said, tuple(self._waiting)))
        elif role in ("system", "developer", "user"):
            text = self._text(said, pointer, _SAID)
            self.turns.append(UserTurn(text) if role == "user" else SystemTurn(text))
            self._waiting = []
        elif role == "tool":
            self._result(said, pointer)
        else:
            self._unread.append(pointer)

    def _result(self, said: JsonObject, pointer: str) -> None:
        call = next((each for each in self._waiting if self._answers(said, each)), None)
        if call is None:
            self._unread.append(pointer)
            return
        self._waiting = [each for each in self._waiting if each is not call]
        known = _ANSWERED | {self._name_field} if self._name_field else _ANSWERED
        self.turns.append(ToolResultTurn(call, self._text(said, pointer, known)))

    def _answers(self, said: JsonObject, call: ToolCall) -> bool:
        call_id = said.get("tool_call_id")
        if call_id is not None or self._name_field is None:
            return call_id == call.call_id
        return said.get(self._name_field) == call.name

    def _text(self, said: JsonObject, pointer: str, known: frozenset[str | None]) -> str:
        """The text of a message; other parts, and what stands beside a text, are not read."""
        self._unread.extend(
            f"{pointer}/{key}" for key in said if key not in known and said[key] is not None
        )
        content = said.get("content")
        if isinstance(content, str):
            return content
        if not all(map(_is_plain_text, content if isinstance(content, list) else [])):
            self._unread.append(f"{pointer}/content")
        return read_content(content, None).text or ""


def _is_plain_text(part: Json) -> bool:
    return isinstance(part, dict) and part.keys() <= _PART and part.get("type") == "text"
