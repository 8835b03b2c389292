"""Calls as they are sent back: each from the provider's own entry where there is one."""

from __future__ import annotations

import re

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn
from toolspec.trace import ToolCall
from toolspec_adapters._writing.texts import json_text

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def echoed_calls(turn: AssistantTurn) -> list[Json]:
    """The entry of `tool_calls` for each call; null where the provider's message has none."""
    echoed = turn.echo.get("tool_calls") if isinstance(turn.echo, dict) else None
    entries = [echoed] if isinstance(echoed, dict) else echoed
    if isinstance(entries, list) and len(entries) == len(turn.calls):
        return entries
    return [None] * len(turn.calls)


def sent_name(call: ToolCall) -> str:
    """The name; one that was never offered is spelled as providers allow."""
    if call.name is None:
        return "unnamed"
    if call.defect is None:
        return call.name
    return _NOT_IN_A_NAME.sub("_", call.name)[:_LONGEST_NAME]


def sent_arguments(call: ToolCall) -> str:
    """The arguments as JSON text: as received, or `{}` when they were empty or unreadable."""
    raw = call.raw_arguments
    if call.arguments is None and call.defect != "duplicate_key":
        return "{}"
    if isinstance(raw, str):
        return raw if raw.strip() not in ("", "null") else "{}"
    return json_text(call.arguments or {})


def function_call(entry: Json, call: ToolCall, wire_id: str) -> JsonObject:
    """The call in OpenAI's shape, with what the provider's own entry has beside it.

    A call of another type, such as a custom tool's, is sent back as it came.
    """
    own = entry if isinstance(entry, dict) else {}
    if own and call.defect == "unsupported_call_type":
        return {**own, "id": wire_id}
    function = own.get("function")
    if not isinstance(function, dict):
        own, function = {}, {}
    return {
        **own,
        "id": wire_id,
        "type": "function",
        "function": {**function, "name": sent_name(call), "arguments": sent_arguments(call)},
    }
