"""The parts of one content: what they say, which calls they propose, and what is odd about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.content import said
from toolspec_adapters._reading.object_calls import read_object_calls
from toolspec_adapters.gemini.fields import field, json_name

# What the server ran by itself.
_SERVER: Final = frozenset({"executableCode", "codeExecutionResult", "toolCall", "toolResponse"})
_KNOWN: Final = _SERVER | {
    "text",
    "thought",
    "thoughtSignature",
    "functionCall",
    "partMetadata",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the parts say; `reasoning` is what the model thought, as far as it is shown."""

    text: str | None
    reasoning: str | None
    calls: tuple[ToolCall, ...]
    anomalies: tuple[str, ...]


def read_parts(parts: Json, reading: Reading) -> Said:
    """Read the parts in order; what is no known part is named and never taken for silence."""
    listed = parts if isinstance(parts, list) else [] if parts is None else [None]
    known = [each for each in listed if isinstance(each, dict)]
    functions = [field(each, "functionCall") for each in known]
    proposed = [each for each in functions if each is not None]
    calls = read_object_calls(list(map(_call, proposed)), reading)
    words = {json_name(key) for each in known for key in each}
    odd = {
        "unknown_content_part": len(known) < len(listed) or not words <= _KNOWN,
        "server_tool_executed": not words.isdisjoint(_SERVER),
        "partial_arguments": any(map(_is_partial, proposed)),
    }
    return Said(
        text=_texts(known, is_thought=False),
        reasoning=_texts(known, is_thought=True),
        calls=calls.calls,
        anomalies=(*calls.anomalies, *(name for name, is_so in odd.items() if is_so)),
    )


def _texts(parts: list[JsonObject], *, is_thought: bool) -> str | None:
    texts = (each.get("text") for each in parts if (each.get("thought") is True) == is_thought)
    return said("".join(each for each in texts if isinstance(each, str)))


def _call(function: Json) -> Json:
    if not isinstance(function, dict):
        return function
    raw = field(function, "partialArgs") or [] if _is_partial(function) else function.get("args")
    return {"id": function.get("id"), "name": function.get("name"), "arguments": raw}


def _is_partial(function: Json) -> bool:
    """Whether a call came in pieces, as it does when arguments are streamed."""
    if not isinstance(function, dict):
        return False
    return field(function, "partialArgs") is not None or field(function, "willContinue") is True
