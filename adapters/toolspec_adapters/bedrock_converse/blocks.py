"""The blocks of one message: what they say, which calls they propose, and what is odd about them.

A block is a union: its one key says what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Calls, Reading, read_calls
from toolspec_adapters._reading.content import said

_KNOWN: Final = frozenset({"text", "toolUse", "toolResult", "reasoningContent", "citationsContent"})
_SERVER_USE: Final = "server_tool_use"
_USUAL_USES: Final = (None, "tool_use")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the blocks say; `reasoning` is what the model thought, as far as it is shown."""

    text: str | None
    reasoning: str | None
    calls: tuple[ToolCall, ...]
    anomalies: tuple[str, ...]


def read_blocks(content: Json, reading: Reading) -> Said:
    """Read the blocks in order; what is no known block is named and never taken for silence."""
    listed = content if isinstance(content, list) else [] if content is None else [None]
    known = [each for each in listed if isinstance(each, dict)]
    calls = _read_calls([each["toolUse"] for each in known if is_call(each)], reading)
    odd = {
        "unknown_content_part": not all(map(_is_known, listed)),
        "server_tool_executed": any("toolUse" in each and not is_call(each) for each in known)
        or any("toolResult" in each for each in known),
    }
    return Said(
        text=said("".join(text for each in known for text in _texts(each))),
        reasoning=said("".join(map(_thought, known))),
        calls=calls.calls,
        anomalies=(*calls.anomalies, *(name for name, is_so in odd.items() if is_so)),
    )


def is_call(block: JsonObject) -> bool:
    """Whether a block is a call for the client, and not one that the server made by itself."""
    if "toolUse" not in block:
        return False
    use = block["toolUse"]
    return not isinstance(use, dict) or use.get("type") != _SERVER_USE


def _is_known(block: Json) -> bool:
    return isinstance(block, dict) and bool(block) and block.keys() <= _KNOWN


def _read_calls(uses: list[Json], reading: Reading) -> Calls:
    """Objects are the usual arguments here, and a text is odd."""
    read = read_calls({"tool_calls": list(map(_entry, uses))}, reading)
    odd = [each for each in read.anomalies if each != "arguments_object"]
    if any(isinstance(each.raw_arguments, str) for each in read.calls):
        odd.append("arguments_text")
    return Calls(read.calls, tuple(odd))


def _entry(use: Json) -> Json:
    if not isinstance(use, dict):
        return use
    call_id, name = use.get("toolUseId"), use.get("name")
    if use.get("type") not in _USUAL_USES:
        return {"type": use["type"], "id": call_id, "name": name, "input": use.get("input")}
    return {"id": call_id, "function": {"name": name, "arguments": use.get("input")}}


def _texts(block: JsonObject) -> list[str]:
    """The text of a block, or the texts of one that gives its sources."""
    cited = block.get("citationsContent")
    parts = cited.get("content") if isinstance(cited, dict) else None
    texts = [part.get("text") for part in _objects(parts)]
    return [each for each in (block.get("text"), *texts) if isinstance(each, str)]


def _thought(block: JsonObject) -> str:
    reasoning = block.get("reasoningContent")
    shown = reasoning.get("reasoningText") if isinstance(reasoning, dict) else None
    text = shown.get("text") if isinstance(shown, dict) else None
    return text if isinstance(text, str) else ""


def _objects(value: Json) -> list[JsonObject]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
