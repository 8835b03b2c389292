"""Reading messages back into the turns of a conversation.

Written from the reference of Message: `user` speaks and gives the results of calls, `assistant`
answers, and each block of a message stands for itself.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, Turn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters.bedrock_converse.blocks import read_blocks

_RESULT: Final = frozenset({"toolUseId", "content", "status"})
_STATUSES: Final = (None, "success", "error")


def read_system(given: Json, unread: list[str]) -> list[SystemTurn]:
    """Read `system`, a list of blocks; each text is a turn."""
    if not isinstance(given, list):
        unread.extend([] if given is None else ["/system"])
        return []
    texts = [(f"/system/{place}", _text(each)) for place, each in enumerate(given)]
    unread.extend(pointer for pointer, text in texts if text is None)
    return [SystemTurn(text) for _, text in texts if text is not None]


def read_messages(messages: list[Json], unread: list[str]) -> list[Turn]:
    """Read `messages`; what is not read is added to `unread` by its pointer."""
    turns: list[Turn] = []
    waiting: list[ToolCall] = []
    for place, message in enumerate(messages):
        pointer = f"/messages/{place}"
        said = message if isinstance(message, dict) else {}
        role, content = said.get("role"), said.get("content")
        if role == "assistant":
            waiting = list(read_blocks(content, Reading(None, False)).calls)
            turns.append(AssistantTurn(said, tuple(waiting)))
        elif role == "user" and isinstance(content, list):
            read = _user(content, f"{pointer}/content", waiting, unread)
            unread.extend([] if read else [pointer])
            turns.extend(read)
            waiting = []
        elif role == "system" and isinstance(content, list):
            texts = _texts(content, f"{pointer}/content", unread)
            turns.extend(map(SystemTurn, texts))
        else:
            unread.append(pointer)
    return turns


def _user(
    content: list[Json], pointer: str, waiting: list[ToolCall], unread: list[str]
) -> list[Turn]:
    """The results that a message of the user gives, and then its texts, a turn each."""
    results: list[Turn] = []
    texts: list[Turn] = []
    for place, block in enumerate(content):
        at, text = f"{pointer}/{place}", _text(block)
        if text is not None:
            texts.append(UserTurn(text))
            continue
        result = _result(block, at, waiting, unread)
        unread.extend([at] if result is None else [])
        results.extend([] if result is None else [result])
    return [*results, *texts]


def _texts(content: list[Json], pointer: str, unread: list[str]) -> list[str]:
    texts = list(map(_text, content))
    unread.extend(f"{pointer}/{place}" for place, text in enumerate(texts) if text is None)
    return [each for each in texts if each is not None]


def _text(block: Json) -> str | None:
    """The text of a block that is text and nothing else."""
    text = block.get("text") if isinstance(block, dict) and len(block) == 1 else None
    return text if isinstance(text, str) else None


def _result(
    block: Json, pointer: str, waiting: list[ToolCall], unread: list[str]
) -> ToolResultTurn | None:
    """The result in a block; it answers the first call with its id that waits."""
    given = block.get("toolResult") if isinstance(block, dict) and len(block) == 1 else None
    if not isinstance(given, dict) or given.get("status") not in _STATUSES:
        return None
    call = next((each for each in waiting if each.call_id == given.get("toolUseId")), None)
    if call is None:
        return None
    waiting[:] = [each for each in waiting if each is not call]
    inside = f"{pointer}/toolResult"
    unread.extend(f"{inside}/{key}" for key in given if key not in _RESULT)
    content = _content(given, f"{inside}/content", unread)
    return ToolResultTurn(call, content, is_error=given.get("status") == "error")


def _content(given: JsonObject, pointer: str, unread: list[str]) -> Json:
    """What a result says: one value or one text; of several texts, and of media, only the texts."""
    parts = given.get("content")
    listed = parts if isinstance(parts, list) else []
    only = listed[0] if len(listed) == 1 else None
    if isinstance(only, dict) and only.keys() == {"json"}:
        return only["json"]
    texts = [each for each in map(_text, listed) if each is not None]
    if _text(only) is None:
        unread.append(pointer)
    return "\n".join(texts)
