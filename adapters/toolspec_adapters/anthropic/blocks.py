"""The blocks of one message: what they say, which calls they propose, and what is odd there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Calls, Reading, read_calls
from toolspec_adapters._reading.content import said
from toolspec_adapters.anthropic.block_types import (
    is_called_by_program,
    is_known,
    is_server_block,
    type_of,
    waiting_calls,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the blocks say; `reasoning` is what the model thought, as far as it is shown."""

    text: str | None
    reasoning: str | None
    calls: tuple[ToolCall, ...]
    anomalies: tuple[str, ...]


def read_blocks(content: Json, reading: Reading) -> Said:
    """Read the blocks in order; what is no known block is named and never taken for silence.

    `content` may be a text, as in a request.
    """
    blocks = listed(content)
    waiting = waiting_calls(blocks)
    calls = _read_calls(waiting, reading)
    if reading.limit_reached and blocks and waiting and blocks[-1] is waiting[-1]:
        calls = replace(calls, calls=(*calls.calls[:-1], _cut(calls.calls[-1])))
    odd = {
        "unknown_content_part": not all(map(is_known, blocks)),
        "server_tool_executed": any(map(is_server_block, blocks)),
        "called_by_program": any(map(is_called_by_program, waiting)),
    }
    return Said(
        text=said("".join(_texts(blocks, "text"))),
        reasoning=said("".join(_texts(blocks, "thinking"))),
        calls=calls.calls,
        anomalies=(*calls.anomalies, *(name for name, is_so in odd.items() if is_so)),
    )


def listed(content: Json) -> list[Json]:
    """The blocks of a message; a text is one block, nothing is none, another value one unknown."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else [] if content is None else [content]


def _read_calls(blocks: list[JsonObject], reading: Reading) -> Calls:
    """Objects are the usual arguments here, and a text is odd."""
    read = read_calls({"tool_calls": list(map(_entry, blocks))}, reading)
    odd = [each for each in read.anomalies if each != "arguments_object"]
    if any(isinstance(each.raw_arguments, str) for each in read.calls):
        odd.append("arguments_text")
    return Calls(read.calls, tuple(odd))


def _entry(block: JsonObject) -> Json:
    call_id, name, arguments = (block.get(key) for key in ("id", "name", "input"))
    toolset = block.get("toolset_name")
    if isinstance(toolset, str):
        # A tool of Anthropic's own that the client runs, such as the browser.
        return {"type": toolset, "id": call_id, "name": name, "input": arguments}
    return {"id": call_id, "function": {"name": name, "arguments": arguments}}


def _cut(call: ToolCall) -> ToolCall:
    """The last block of an answer that the limit ended: its object is closed, and not complete."""
    return replace(call, arguments=None, defect="truncated")


def _texts(blocks: list[Json], kind: str) -> list[str]:
    texts = [each.get(kind) for each in blocks if isinstance(each, dict) and type_of(each) == kind]
    return [each for each in texts if isinstance(each, str)]
