"""Reading contents back into the turns of a conversation.

Written from the reference of Content: `user` speaks and gives the results of calls, `model`
answers. In a response of a function `output` holds what it gave, `error` what went wrong, and
without either all of it is output.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, Turn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters.gemini.fields import field, key_of
from toolspec_adapters.gemini.parts import read_parts

_RESPONSE: Final = frozenset({"id", "name", "response"})


def read_instructions(given: Json, pointer: str, unread: list[str]) -> list[SystemTurn]:
    """Read `systemInstruction`, whose parts are a list or one alone; each text is a turn."""
    if given is None:
        return []
    parts = given.get("parts") if isinstance(given, dict) else None
    listed = [parts] if isinstance(parts, dict) else parts
    if not isinstance(listed, list):
        unread.append(pointer)
        return []
    texts = [(each, _text(each)) for each in listed]
    unread.extend(
        f"{pointer}/parts/{place}" for place, (_, text) in enumerate(texts) if text is None
    )
    return [SystemTurn(text) for _, text in texts if text is not None]


def read_contents(contents: list[Json], unread: list[str]) -> list[Turn]:
    """Read `contents`; what is not read is added to `unread` by its pointer.

    A result finds its call by the id; where there is none, the first call of its name that waits.
    """
    turns: list[Turn] = []
    waiting: list[ToolCall] = []
    for place, content in enumerate(contents):
        pointer = f"/contents/{place}"
        role = content.get("role", "user") if isinstance(content, dict) else None
        if not isinstance(content, dict) or role not in ("user", "function", "model"):
            unread.append(pointer)
        elif role == "model":
            waiting = list(read_parts(content.get("parts"), Reading(None, False)).calls)
            turns.append(AssistantTurn(content, tuple(waiting)))
        else:
            turns.extend(_user(content, pointer, waiting, unread))
            # The results of one answer may stand in several contents.
            waiting = waiting if isinstance(turns[-1], ToolResultTurn) else []
    return turns


def _user(
    content: JsonObject, pointer: str, waiting: list[ToolCall], unread: list[str]
) -> list[Turn]:
    """The results that a content of the user gives, and then its text."""
    parts = content.get("parts")
    listed = parts if isinstance(parts, list) else [parts]
    results: list[Turn] = []
    texts: list[str] = []
    for place, part in enumerate(listed):
        at, text = f"{pointer}/parts/{place}", _text(part)
        if text is not None:
            texts.append(text)
            continue
        result = _result(part, at, waiting, unread)
        unread.extend([at] if result is None else [])
        results.extend([] if result is None else [result])
    return [*results, *([UserTurn("".join(texts))] if texts or not results else [])]


def _text(part: Json) -> str | None:
    """The text of a part that is text and nothing else."""
    if not isinstance(part, dict) or not part.keys() <= {"text", "thought"} or part.get("thought"):
        return None
    text = part.get("text")
    return text if isinstance(text, str) else None


def _result(
    part: Json, pointer: str, waiting: list[ToolCall], unread: list[str]
) -> ToolResultTurn | None:
    given = field(part, "functionResponse") if isinstance(part, dict) else None
    if not isinstance(part, dict) or not isinstance(given, dict) or len(part) > 1:
        return None
    call = next((each for each in waiting if _answers(given, each)), None)
    response = given.get("response")
    if call is None or not isinstance(response, dict):
        return None
    waiting[:] = [each for each in waiting if each is not call]
    inside = f"{pointer}/{key_of(part, 'functionResponse')}"
    unread.extend(f"{inside}/{key}" for key in given if key not in _RESPONSE)
    if response.keys() == {"error"}:
        return ToolResultTurn(call, response["error"], is_error=True)
    return ToolResultTurn(call, response["output"] if response.keys() == {"output"} else response)


def _answers(given: JsonObject, call: ToolCall) -> bool:
    if given.get("id") is not None:
        return bool(given["id"] == call.call_id)
    return bool(given.get("name") == call.name)
