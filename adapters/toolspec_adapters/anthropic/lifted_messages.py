"""Reading `system` and messages back into the turns of a conversation.

Written from the reference of Messages: a text stands for one block of text; the results of a turn's
calls are the first blocks of the message after it, and a result elsewhere answers nothing.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, Turn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters.anthropic.blocks import listed, read_blocks

_TEXT: Final = frozenset({"type", "text"})
_RESULT: Final = frozenset({"type", "tool_use_id", "content", "is_error"})


def read_system(given: Json, unread: list[str]) -> list[SystemTurn]:
    """Read `system`: a text, or blocks of text that are a turn each."""
    read = [(_text(each, f"/system/{at}", unread)) for at, each in enumerate(listed(given))]
    return [SystemTurn(text) for text in read if text is not None]


def read_messages(messages: list[Json], unread: list[str]) -> list[Turn]:
    """Read `messages`; what is not read is added to `unread` by its pointer."""
    turns: list[Turn] = []
    waiting: list[ToolCall] = []
    for place, message in enumerate(messages):
        pointer = f"/messages/{place}"
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or role not in ("user", "assistant", "system"):
            unread.append(pointer)
            continue
        unread.extend(f"{pointer}/{key}" for key in message if key not in ("role", "content"))
        if role == "assistant":
            waiting = list(read_blocks(message.get("content"), Reading(None, False)).calls)
            turns.append(AssistantTurn(message, tuple(waiting)))
            continue
        turns.extend(_said(message.get("content"), role, pointer, waiting, unread))
        waiting = []
    return turns


def _said(
    content: Json, role: str, pointer: str, waiting: list[ToolCall], unread: list[str]
) -> list[Turn]:
    """The results that a message gives, and then its texts, each a turn."""
    read: list[Turn] = []
    for place, block in enumerate(listed(content)):
        at = f"{pointer}/content/{place}"
        if not isinstance(block, dict) or block.get("type") != "tool_result":
            text = _text(block, at, unread)
            said = SystemTurn if role == "system" else UserTurn
            read.extend([] if text is None else [said(text)])
            waiting = []
            continue
        call = next((each for each in waiting if block.get("tool_use_id") == each.call_id), None)
        if call is None:
            unread.append(at)
            continue
        waiting = [each for each in waiting if each is not call]
        read.append(_result(call, block, at, unread))
    return read or [UserTurn("")]


def _text(block: Json, pointer: str, unread: list[str]) -> str | None:
    """The text of a block; what stands beside it is not read."""
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    if not isinstance(block, dict) or not isinstance(text, str):
        unread.append(pointer)
        return None
    unread.extend(f"{pointer}/{key}" for key in block if key not in _TEXT and block[key])
    return text


def _result(call: ToolCall, block: JsonObject, pointer: str, unread: list[str]) -> ToolResultTurn:
    """The result; several blocks, or one that is no text, are not read."""
    unread.extend(f"{pointer}/{key}" for key in block if key not in _RESULT and block[key])
    parts = listed(block.get("content"))
    at = f"{pointer}/content"
    text = _text(parts[0], f"{at}/0", unread) if len(parts) == 1 else None
    if len(parts) > 1:
        unread.append(at)
    return ToolResultTurn(call, text or "", is_error=block.get("is_error") is True)
