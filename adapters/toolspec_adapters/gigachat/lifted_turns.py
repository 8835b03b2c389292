"""The messages of a request as turns; results find their calls by id, else by name."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, Turn, UserTurn
from toolspec.strict_json import StrictJsonError, parse
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.object_calls import read_object_calls
from toolspec_adapters.gigachat.said import functions_in, parts_of


class Turns:
    """The turns so far; pointers of what no turn carries are added to `unread`."""

    def __init__(self, unread: list[str]) -> None:
        self.turns: list[Turn] = []
        self._unread = unread
        self._open: list[ToolCall] = []

    def add(self, message: Json, pointer: str) -> None:
        """Take the next message."""
        said = message if isinstance(message, dict) else {}
        role = said.get("role")
        if role in ("assistant", "reasoning"):
            self._assistant(said)
        elif role in ("system", "user"):
            text = self._text(said, pointer)
            self.turns.append(UserTurn(text) if role == "user" else SystemTurn(text))
        elif role == "function":
            if not self._answer(said.get("name"), None, _object(said.get("content"))):
                self._unread.append(pointer)
        elif role == "tool":
            self._results(said, pointer)
        else:
            self._unread.append(pointer)

    def _assistant(self, said: JsonObject) -> None:
        """Take an assistant's message; those of v2 that follow each other are one turn."""
        calls = read_object_calls(functions_in([said]), Reading(None, False)).calls
        last = self.turns[-1] if self.turns else None
        if not isinstance(said.get("content"), list):
            self._open = list(calls)
            self.turns.append(AssistantTurn(said, calls))
        elif isinstance(last, AssistantTurn) and isinstance(last.echo, list):
            self._open += calls
            self.turns[-1] = AssistantTurn([*last.echo, said], (*last.calls, *calls))
        else:
            self._open = list(calls)
            self.turns.append(AssistantTurn([said], calls))

    def _text(self, said: JsonObject, pointer: str) -> str:
        texts = []
        for place, part in enumerate(parts_of(said)):
            text = part.get("text") if isinstance(part, dict) else part
            if isinstance(text, str):
                texts.append(text)
            if isinstance(part, dict):
                others = [key for key in part if key != "text" and part[key] is not None]
                self._unread.extend(f"{pointer}/content/{place}/{key}" for key in others)
        self._unread.extend(
            f"{pointer}/{key}" for key in said if key not in ("role", "content", "tools_state_id")
        )
        return "".join(texts)

    def _results(self, said: JsonObject, pointer: str) -> None:
        for place, part in enumerate(parts_of(said)):
            given = part.get("function_result") if isinstance(part, dict) else None
            result = given if isinstance(given, dict) else {}
            if not self._answer(result.get("name"), result.get("id"), result.get("result")):
                self._unread.append(f"{pointer}/content/{place}")

    def _answer(self, name: Json, call_id: Json, content: Json) -> bool:
        for call in self._open:
            if call.name == name and call_id in (None, call.call_id):
                self.turns.append(ToolResultTurn(call, content))
                self._open.remove(call)
                return True
        return False


def _object(content: Json) -> Json:
    """The object that a result of v1 holds as its text; anything else stays as it is."""
    if not isinstance(content, str):
        return content
    try:
        value = parse(content)
    except StrictJsonError:
        return content
    return value if isinstance(value, dict) else content
