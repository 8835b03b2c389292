"""The calls of a message, in order, each with its defect if it has one."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.call_arguments import read_arguments
from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import CallDefect, ToolCall


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the calls of one answer: what was offered, and whether the limit cut it."""

    offered: frozenset[str] | None
    limit_reached: bool


@dataclass(frozen=True, slots=True)
class Calls:
    """All calls of one message, and what was odd about them."""

    calls: tuple[ToolCall, ...] = ()
    anomalies: tuple[str, ...] = ()


def read_calls(message: JsonObject, reading: Reading) -> Calls:
    """Read `tool_calls`, else the older `function_call`; missing, null and empty mean no calls."""
    entries, anomalies = _entries(message)
    last = len(entries) - 1
    read = [_read_call(entry, reading, place == last) for place, entry in enumerate(entries)]
    calls = tuple(call for call, _ in read)
    odd = [*anomalies, *(each for _, found in read for each in found)]
    if "legacy_function_call" not in anomalies:
        odd.extend(_id_anomalies(calls))
    return Calls(calls, tuple(dict.fromkeys(odd)))


def _entries(message: JsonObject) -> tuple[list[Json], tuple[str, ...]]:
    listed = message.get("tool_calls")
    if isinstance(listed, list) and listed:
        return listed, ()
    if listed:
        return [listed], ("tool_calls_not_a_list",)
    legacy = message.get("function_call")
    if isinstance(legacy, dict) and (legacy.get("name") or legacy.get("arguments")):
        return [{"type": "function", "function": legacy}], ("legacy_function_call",)
    return [], ()


def _id_anomalies(calls: tuple[ToolCall, ...]) -> list[str]:
    ids = [call.call_id for call in calls if call.call_id is not None]
    odd = []
    if len(ids) < len(calls):
        odd.append("missing_call_id")
    if len(set(ids)) < len(ids):
        odd.append("duplicate_call_ids")
    return odd


def _read_call(entry: Json, reading: Reading, is_last: bool) -> tuple[ToolCall, tuple[str, ...]]:
    if not isinstance(entry, dict):
        return _malformed(None, None, entry), ()
    call_id = _word(entry.get("id"))
    if entry.get("type") not in (None, "", "function"):
        return _other_type(entry, call_id), ()
    function = entry.get("function")
    is_flat = function is None and "name" in entry
    if is_flat:
        function = entry
    if not isinstance(function, dict):
        return _malformed(call_id, None, function), ()
    name, raw = _word(function.get("name")), function.get("arguments")
    if name is None:
        return _malformed(call_id, None, raw), ()
    arguments = read_arguments(raw, limit_reached=reading.limit_reached, is_last=is_last)
    call = ToolCall(
        call_id=call_id,
        name=name,
        arguments=arguments.value,
        raw_arguments=raw,
        defect=_offer_defect(name, reading.offered) or arguments.defect,
    )
    return call, (*(("flat_call",) if is_flat else ()), *arguments.anomalies)


def _offer_defect(name: str, offered: frozenset[str] | None) -> CallDefect | None:
    if offered is None or name in offered:
        return None
    return "unknown_tool" if offered else "unsolicited"


def _malformed(call_id: str | None, name: str | None, raw: Json) -> ToolCall:
    return ToolCall(
        call_id=call_id, name=name, arguments=None, raw_arguments=raw, defect="malformed_call"
    )


def _other_type(entry: JsonObject, call_id: str | None) -> ToolCall:
    """Keep what a call of another type says, such as a custom tool's free text."""
    inner = entry.get(entry["type"]) if isinstance(entry["type"], str) else None
    said = inner if isinstance(inner, dict) else entry
    return ToolCall(
        call_id=call_id,
        name=_word(said.get("name")),
        arguments=None,
        raw_arguments=said.get("input", said.get("arguments")),
        defect="unsupported_call_type",
    )


def _word(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
