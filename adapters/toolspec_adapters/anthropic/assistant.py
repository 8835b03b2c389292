"""What the model said, as it is sent back: block by block, signatures included.

Left out is what the server would reject: a call without a result, a text that is blank, and
thoughts with nothing after them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import ToolCall
from toolspec_adapters._writing.calls import sent_name
from toolspec_adapters._writing.exchanges import Exchange
from toolspec_adapters.anthropic.block_types import THOUGHTS, type_of, waiting_calls

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")


def assistant_content(block: Exchange, ids: Mapping[int, str]) -> Json:
    """Write the content of a turn, empty when nothing of it can be sent.

    `ids` are those of its answered calls, by their place. A text that came without a block goes
    back without one.
    """
    content = _own_content(block.turn.echo)
    if isinstance(content, str):
        return content if content.strip() and not block.turn.calls else _from_calls(block, ids)
    if not isinstance(content, list):
        return _from_calls(block, ids)
    waiting = waiting_calls(content)
    if len(waiting) != len(block.turn.calls):
        return _from_calls(block, ids)
    kept = _echoed(block, content, waiting, ids)
    while kept and type_of(kept[-1]) in THOUGHTS:
        kept.pop()
    return kept


def _own_content(echo: Json) -> Json:
    content = echo.get("content") if isinstance(echo, dict) else echo
    if not isinstance(content, list):
        return content
    return [each for each in content if type_of(each) is not None]


def _echoed(
    block: Exchange, content: list[Json], waiting: list[JsonObject], ids: Mapping[int, str]
) -> list[Json]:
    answered = {each.place: each.call for each in block.answered}
    places = {id(each): place for place, each in enumerate(waiting)}
    kept: list[Json] = []
    for each in content:
        place = places.get(id(each))
        if place is None:
            kept.extend([] if _is_blank(each) else [each])
        elif place in answered:
            kept.append(_call_block(each, answered[place], ids[place]))
    return kept


def _is_blank(block: Json) -> bool:
    text = block.get("text") if isinstance(block, dict) else None
    return type_of(block) == "text" and not (isinstance(text, str) and text.strip())


def _call_block(own: Json, call: ToolCall, call_id: str) -> JsonObject:
    """The call as it came, or written anew where the server would not take it back."""
    if not isinstance(own, dict) or not isinstance(own.get("input"), dict):
        return _call(call, call_id)
    name = own.get("name")
    is_name = isinstance(name, str) and _NAME.fullmatch(name) is not None
    return {**own, "id": call_id} if is_name else _call(call, call_id)


def _call(call: ToolCall, call_id: str) -> JsonObject:
    name, arguments = sent_name(call), call.arguments or {}
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def _from_calls(block: Exchange, ids: Mapping[int, str]) -> list[Json]:
    """The turn as blocks of its calls, where the model's own blocks are not at hand."""
    text = _own_content(block.turn.echo)
    is_text = isinstance(text, str) and bool(text.strip())
    said: list[Json] = [{"type": "text", "text": text}] if is_text else []
    return [*said, *(_call(each.call, ids[each.place]) for each in block.answered)]
