"""From the turns of a conversation to input items.

What the model put out goes back unchanged and in order, except where the server would reject it:
a call without a result is left out, and with it the reasoning that led to nothing else; ids that
are missing, too long or used before are replaced in the call and in its result.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._writing.calls import sent_arguments, sent_name
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import result_text
from toolspec_adapters.openai_responses.item_types import (
    CUSTOM_CALL,
    FUNCTION_CALL,
    OUTPUT_FOR_CALL,
    is_answerable,
    type_of,
)

_LONGEST_ID: Final = 64


def to_items(conversation: Conversation) -> tuple[str | None, list[JsonObject]]:
    """Write the instructions and the items.

    Instructions that come first have a field of their own, later ones are items. Raises
    `ValueError` for a result that answers no call of the turn before it.
    """
    instructions: str | None = None
    items: list[JsonObject] = []
    taken: set[str] = set()
    for number, block in enumerate(blocks(conversation)):
        if isinstance(block, SystemTurn) and number == 0:
            instructions = block.text
        elif isinstance(block, SystemTurn | UserTurn):
            role = "user" if isinstance(block, UserTurn) else "system"
            items.append({"role": role, "content": block.text})
        else:
            items.extend(_exchange(block, taken))
    return instructions, items


def _exchange(block: Exchange, taken: set[str]) -> list[JsonObject]:
    """Write the assistant's items and the outputs of its calls; `taken` holds the ids so far."""
    ids = _wire_ids(block, taken)
    own = _own_items(block)
    said = _from_calls(block, ids) if own is None else _echoed(block, own, ids)
    types = {each.get("call_id"): type_of(each) for each in said if is_answerable(each)}
    outputs: list[JsonObject] = [
        {
            "type": OUTPUT_FOR_CALL[types[ids[each.place]] or FUNCTION_CALL],
            "call_id": ids[each.place],
            "output": result_text(each.result),
        }
        for each in block.answered
    ]
    return [*said, *outputs]


def _wire_ids(block: Exchange, taken: set[str]) -> dict[int, str]:
    """An id for each answered call that no other call of the conversation has."""
    ids: dict[int, str] = {}
    for each in block.answered:
        own = each.call.call_id
        is_free = bool(own) and own not in taken and len(own or "") <= _LONGEST_ID
        ids[each.place] = own if own and is_free else f"call_toolspec_{block.number}_{each.place}"
        taken.add(ids[each.place])
    return ids


def _own_items(block: Exchange) -> list[JsonObject] | None:
    """The items the model put out, null when they are not those of the turn's calls."""
    if not isinstance(block.turn.echo, list):
        return None
    items = [each for each in block.turn.echo if isinstance(each, dict)]
    is_own = sum(map(is_answerable, items)) == len(block.turn.calls)
    return items if is_own else None


def _echoed(block: Exchange, own: list[JsonObject], ids: dict[int, str]) -> list[JsonObject]:
    """The model's own items; reasoning waits for an item that it led to."""
    calls = iter(enumerate(block.turn.calls))
    kept: list[JsonObject] = []
    waiting: list[JsonObject] = []
    leads_nowhere = False
    for item in own:
        if type_of(item) == "reasoning":
            waiting = [item] if leads_nowhere else [*waiting, item]
            leads_nowhere = False
            continue
        sent = _call_item(item, *next(calls), ids) if is_answerable(item) else item
        leads_nowhere = sent is None
        if sent is not None:
            kept += [*waiting, sent]
            waiting = []
    return kept


def _call_item(
    item: JsonObject, place: int, call: ToolCall, ids: dict[int, str]
) -> JsonObject | None:
    if place not in ids:
        return None
    if type_of(item) == CUSTOM_CALL:
        return {**item, "call_id": ids[place]}
    return {**item, **_function_call(call, ids[place])}


def _function_call(call: ToolCall, wire_id: str) -> JsonObject:
    return {
        "type": FUNCTION_CALL,
        "call_id": wire_id,
        "name": sent_name(call),
        "arguments": _arguments(call),
    }


def _arguments(call: ToolCall) -> str:
    """The arguments as received where they are JSON, of whatever kind: the server takes these."""
    raw = call.raw_arguments
    if isinstance(raw, str) and call.defect in ("not_object", "double_encoded"):
        return raw
    return sent_arguments(call)


def _from_calls(block: Exchange, ids: dict[int, str]) -> list[JsonObject]:
    """The turn as items of its calls, where the model's own items are not at hand."""
    text = _text(block.turn.echo)
    said: list[JsonObject] = [{"role": "assistant", "content": text}] if text else []
    return [*said, *(_function_call(each.call, ids[each.place]) for each in block.answered)]


def _text(echo: Json) -> str | None:
    content = echo.get("content") if isinstance(echo, dict) else echo
    return content if isinstance(content, str) and content.strip() else None
