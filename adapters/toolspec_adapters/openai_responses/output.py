"""The items of one output: what they say, which calls they propose, and what is odd about them."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading, read_calls
from toolspec_adapters._reading.content import read_content, said
from toolspec_adapters.openai_responses.item_types import (
    FUNCTION_CALL,
    is_known,
    is_other_client_call,
    is_server_item,
    type_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What the items say; `reasoning` is what the model thought, as far as it is shown."""

    text: str | None
    refusal: str | None
    reasoning: str | None
    calls: tuple[ToolCall, ...]
    anomalies: tuple[str, ...]


def read_output(items: list[Json], reading: Reading) -> Output:
    """Read the items in order; what is no known item is named and never taken for silence."""
    known = [each for each in items if isinstance(each, dict) and is_known(each)]
    messages = [each for each in known if type_of(each) == "message"]
    contents = [read_content(each.get("content"), None) for each in messages]
    calls = read_calls({"tool_calls": [each for each in map(_call, known) if each]}, reading)
    odd = {
        "unknown_item": len(known) < len(items),
        "server_tool_executed": any(map(is_server_item, known)),
    }
    return Output(
        text=_text(messages),
        refusal=next((each.refusal for each in contents if each.refusal), None),
        reasoning=_reasoning(known),
        calls=calls.calls,
        anomalies=(
            *calls.anomalies,
            *(name for each in contents for name in each.anomalies),
            *(name for name, is_so in odd.items() if is_so),
        ),
    )


def _call(item: JsonObject) -> JsonObject | None:
    """The item as an entry of `tool_calls`, null when it is no call for the client."""
    if type_of(item) == FUNCTION_CALL:
        function = {"name": item.get("name"), "arguments": item.get("arguments")}
        return {"id": item.get("call_id"), "type": "function", "function": function}
    if is_other_client_call(item):
        return {**item, "id": item.get("call_id")}
    return None


def _text(messages: list[JsonObject]) -> str | None:
    """The texts of all messages, or of the final ones where the model says which these are."""
    final = [each for each in messages if each.get("phase") == "final_answer"]
    texts = (read_content(each.get("content"), None).text for each in final or messages)
    return said("\n\n".join(each for each in texts if each))


def _reasoning(items: list[JsonObject]) -> str | None:
    parts = [
        part.get("text")
        for item in items
        if type_of(item) == "reasoning"
        for field in ("summary", "content")
        for part in (item[field] if isinstance(item.get(field), list) else [])
        if isinstance(part, dict)
    ]
    return said("\n".join(each for each in parts if isinstance(each, str)))
