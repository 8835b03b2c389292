"""A conversation with calls as one of texts alone, for a server that knows no tools.

What the model wrote is kept as it came, and that text holds its calls. The results of one answer
become one message of the user, with one JSON line for each: hosts that want speakers to take turns
reject two messages in a row.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import groupby

from toolspec.provider import (
    AssistantTurn,
    Conversation,
    ToolResultTurn,
    Turn,
    UserTurn,
)


def turn_texts(conversation: Conversation) -> Conversation:
    """Write the results of tools as messages of the user, and take the calls off the answers."""
    turns: list[Turn] = []
    for is_result, group in groupby(conversation, key=_is_result):
        if is_result:
            lines = [_line(each) for each in group if isinstance(each, ToolResultTurn)]
            turns.append(UserTurn("\n".join(lines)))
        else:
            turns.extend(map(_without_calls, group))
    return tuple(turns)


def _is_result(turn: Turn) -> bool:
    return isinstance(turn, ToolResultTurn)


def _without_calls(turn: Turn) -> Turn:
    return replace(turn, calls=()) if isinstance(turn, AssistantTurn) else turn


def _line(turn: ToolResultTurn) -> str:
    said = {"tool": turn.call.name, "error" if turn.is_error else "result": turn.content}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
