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
from toolspec_adapters.bedrock_converse.blocks import is_call

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def assistant_blocks(block: Exchange, ids: Mapping[int, str]) -> list[Json]:
    """Write the blocks of a turn; `ids` are those of its answered calls, by their place."""
    own = _own_blocks(block)
    blocks = _from_calls(block, ids) if own is None else _echoed(block, own, ids)
    while blocks and "reasoningContent" in blocks[-1]:
        blocks.pop()
    return [*blocks]


def _own_blocks(block: Exchange) -> list[JsonObject] | None:
    """The blocks that the model said, null when they are not those of the turn's calls."""
    echo = block.turn.echo
    listed = echo.get("content") if isinstance(echo, dict) else None
    if not isinstance(listed, list):
        return None
    blocks = [each for each in listed if isinstance(each, dict)]
    return blocks if sum(map(is_call, blocks)) == len(block.turn.calls) else None


def _echoed(block: Exchange, own: list[JsonObject], ids: Mapping[int, str]) -> list[JsonObject]:
    answered = {each.place: each.call for each in block.answered}
    kept: list[JsonObject] = []
    place = 0
    for each in own:
        if not is_call(each):
            kept.extend([] if _is_blank(each) else [each])
            continue
        if place in answered:
            kept.append(_call_block(each["toolUse"], answered[place], ids[place]))
        place += 1
    return kept


def _is_blank(block: JsonObject) -> bool:
    text = block.get("text")
    return block.keys() <= {"text"} and not (isinstance(text, str) and text.strip())


def _call_block(own: Json, call: ToolCall, call_id: str) -> JsonObject:
    """The call as it came, or written anew where the server would not take it back."""
    if not isinstance(own, dict) or not isinstance(own.get("input"), dict):
        return _call(call, call_id)
    if call.defect == "unsupported_call_type" or _is_name(own.get("name")):
        return {"toolUse": {**own, "toolUseId": call_id}}
    return _call(call, call_id)


def _is_name(name: Json) -> bool:
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def _call(call: ToolCall, call_id: str) -> JsonObject:
    name = sent_name(call)
    return {"toolUse": {"toolUseId": call_id, "name": name, "input": call.arguments or {}}}


def _from_calls(block: Exchange, ids: Mapping[int, str]) -> list[JsonObject]:
    """The turn as blocks of its calls, where the model's own blocks are not at hand."""
    echo = block.turn.echo
    text = echo.get("content") if isinstance(echo, dict) else echo
    said: list[JsonObject] = [{"text": text}] if isinstance(text, str) and text.strip() else []
    return [*said, *(_call(each.call, ids[each.place]) for each in block.answered)]
