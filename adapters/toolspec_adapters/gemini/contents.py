"""From the turns of a conversation to contents.

What the model said goes back part by part, signatures included, except where the server would
reject it: a call without a result, and a text that is empty. The results of one turn are the parts
of one content, in the order of the calls.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, ToolResultTurn, UserTurn
from toolspec.trace import ToolCall
from toolspec_adapters._writing.calls import sent_name
from toolspec_adapters._writing.exchanges import Exchange, blocks
from toolspec_adapters._writing.texts import json_text
from toolspec_adapters.gemini.fields import field, key_of


def to_contents(
    conversation: Conversation, foreign_signature: str | None
) -> tuple[list[str], list[JsonObject]]:
    """Write the instructions that come first, and the contents.

    Later instructions have no place of their own and are said as the user's. `foreign_signature`
    stands where a signature is missing. Raises `ValueError` for a result that answers no call of
    the turn before it.
    """
    instructions: list[str] = []
    contents: list[JsonObject] = []
    for block in blocks(conversation):
        if isinstance(block, SystemTurn) and not contents:
            instructions.append(block.text)
        elif isinstance(block, SystemTurn | UserTurn):
            contents.append({"role": "user", "parts": [{"text": block.text}]})
        else:
            contents.extend(_exchange(block, foreign_signature))
    return instructions, contents


def _exchange(block: Exchange, foreign_signature: str | None) -> list[JsonObject]:
    own = _own_parts(block)
    parts = _from_calls(block) if own is None else _echoed(block, own)
    lost = own is None or _has_lost_a_signature(own, parts)
    if lost and foreign_signature is not None:
        parts = _signed(parts, foreign_signature)
    if not parts:
        return []
    echo = block.turn.echo
    kept = echo if isinstance(echo, dict) and own is not None else {}
    said: JsonObject = {**kept, "role": "model", "parts": parts}
    calls = [field(each, "functionCall") for each in parts if _is_call(each)]
    results: list[JsonObject] = [
        _result(call, each.result)
        for call, each in zip(calls, block.answered, strict=True)
        if isinstance(call, dict)
    ]
    return [said, {"role": "user", "parts": results}] if results else [said]


def _own_parts(block: Exchange) -> list[JsonObject] | None:
    """The parts the model said, null when they are not those of the turn's calls."""
    echo = block.turn.echo
    listed = echo.get("parts") if isinstance(echo, dict) else None
    if not isinstance(listed, list):
        return None
    parts = [each for each in listed if isinstance(each, dict)]
    return parts if sum(map(_is_call, parts)) == len(block.turn.calls) else None


def _echoed(block: Exchange, own: list[JsonObject]) -> list[JsonObject]:
    answered = {each.place: each.call for each in block.answered}
    kept: list[JsonObject] = []
    place = 0
    for part in own:
        if not _is_call(part):
            kept.extend([] if _is_blank(part) else [part])
            continue
        if place in answered:
            kept.append(_call_part(part, answered[place]))
        place += 1
    return kept


def _is_call(part: JsonObject) -> bool:
    return field(part, "functionCall") is not None


def _is_blank(part: JsonObject) -> bool:
    """Whether a part is an empty text, without a signature that it only carries."""
    text = part.get("text")
    is_empty = isinstance(text, str) and not text.strip()
    return not part or (is_empty and part.keys() <= {"text", "thought"})


def _call_part(part: JsonObject, call: ToolCall) -> JsonObject:
    """The part as it came, or with its call written anew where no server would take it back."""
    own = field(part, "functionCall")
    key = key_of(part, "functionCall")
    if not isinstance(own, dict):
        return {**part, key: _call(call)}
    is_whole = isinstance(own.get("args"), dict | None) and field(own, "partialArgs") is None
    is_named = isinstance(own.get("name"), str) and bool(own["name"])
    return part if is_whole and is_named else {**part, key: _call(call)}


def _call(call: ToolCall) -> JsonObject:
    with_id: JsonObject = {} if call.call_id is None else {"id": call.call_id}
    return {**with_id, "name": sent_name(call), "args": call.arguments or {}}


def _from_calls(block: Exchange) -> list[JsonObject]:
    """The turn as parts of its calls, where the model's own parts are not at hand."""
    echo = block.turn.echo
    text = echo.get("content") if isinstance(echo, dict) else echo
    said: list[JsonObject] = [{"text": text}] if isinstance(text, str) and text.strip() else []
    return [*said, *({"functionCall": _call(each.call)} for each in block.answered)]


def _has_lost_a_signature(own: list[JsonObject], parts: list[JsonObject]) -> bool:
    """Whether the first call had a signature and is not sent, since later ones have none."""
    return _is_signed(own) and not _is_signed(parts)


def _is_signed(parts: list[JsonObject]) -> bool:
    first = next((each for each in parts if _is_call(each)), {})
    return field(first, "thoughtSignature") is not None


def _signed(parts: list[JsonObject], signature: str) -> list[JsonObject]:
    """The parts with a signature on the first call, where the server looks for it."""
    place = next((place for place, each in enumerate(parts) if _is_call(each)), None)
    return [
        {**each, "thoughtSignature": signature} if at == place else each
        for at, each in enumerate(parts)
    ]


def _result(call: JsonObject, result: ToolResultTurn) -> JsonObject:
    with_id: JsonObject = {} if call.get("id") is None else {"id": call["id"]}
    content = result.content
    if _says_ref(content):
        # The server reads `$ref` in a response as a word of its own, so it is sent as text.
        content = json_text(content)
    response: JsonObject = {"error" if result.is_error else "output": content}
    return {"functionResponse": {**with_id, "name": call["name"], "response": response}}


def _says_ref(content: Json) -> bool:
    """Whether an object anywhere in the value has the key `$ref`."""
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "$ref" in value:
                return True
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return False
