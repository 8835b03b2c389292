"""The result of MCP's `tools/list`, with or without the JSON-RPC envelope around it.

What a server hints about a tool becomes its `effect`: one that only reads is `read`, one that says
it does more is `mutate`. A hint is the server's word; the spec says so in a comment.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec import wording
from toolspec.importers.records import Imported, LeftOut, Part, Refusal
from toolspec.importers.tool_parts import ToolReading, read_tools
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer

TITLE = "an MCP tools/list result"

_KNOWN = frozenset({"name", "title", "description", "inputSchema", "annotations"})
_HINTS = frozenset({"readOnlyHint", "destructiveHint"})
_NOTE = "`effect` is what the server says of its own tools; check it before you rely on it."


def read(value: Json) -> Imported:
    """Read the tools of one page; that more pages follow is listed."""
    if not isinstance(value, dict):
        return _noted(read_tools(value, (), _read_tool))
    if "error" in value and "result" not in value:
        message = "this is the answer to a request that failed; it lists no tools"
        return Imported(tools=(), refusals=(Refusal("TS702", message, ("error",)),))
    is_wrapped = isinstance(value.get("result"), dict)
    result, base = (value["result"], ("result",)) if is_wrapped else (value, ())
    left_out: tuple[LeftOut, ...] = ()
    if result.get("nextCursor"):
        why = "more tools follow on the next page, which is another answer of the server"
        left_out = (LeftOut(json_pointer((*base, "nextCursor")), why, "next page"),)
    path = (*base, "tools") if "tools" in result else base
    return _noted(read_tools(result.get("tools"), path, _read_tool, left_out))


def _noted(imported: Imported) -> Imported:
    has_effect = any("effect" in each.value for each in imported.tools)
    return replace(imported, notes=(_NOTE,)) if has_effect else imported


def _read_tool(tool: JsonObject, reading: ToolReading) -> Part | None:
    if "inputSchema" not in tool:
        reading.refuse("the tool has no `inputSchema`")
    reading.leave_out(tool, _KNOWN)
    part = reading.tool(_described(tool), "name", "inputSchema")
    if tool.get("title") and tool.get("description"):
        _leave_out(reading, ("title",), "a title for people; the model is told the description")
    effect = _effect(tool.get("annotations"), reading)
    return part if effect is None else Part(part.name, {**part.value, "effect": effect})


def _described(tool: JsonObject) -> JsonObject:
    """The tool with its title for a description, where it has no description."""
    title = tool.get("title")
    if tool.get("description") or not isinstance(title, str):
        return tool
    return {**tool, "description": title}


def _effect(hints: Json, reading: ToolReading) -> str | None:
    if hints is None:
        return None
    if not isinstance(hints, dict):
        reading.refuse(f"`annotations` is a mapping, not {wording.kind(hints)}", "annotations")
        return None
    reading.leave_out(hints, _HINTS, "annotations")
    for name in _HINTS & hints.keys():
        if not isinstance(hints[name], bool):
            message = f"a hint is true or false, not {wording.kind(hints[name])}"
            reading.refuse(message, "annotations", name)
    reads, destroys = hints.get("readOnlyHint"), hints.get("destructiveHint")
    if reads is True and destroys is True:
        why = "it contradicts `destructiveHint: true`; the careful reading is `mutate`"
        _leave_out(reading, ("annotations", "readOnlyHint"), why)
        return "mutate"
    if reads is True:
        return "read"
    if destroys is False:
        why = "a spec does not tell additions from other changes; it is `mutate` all the same"
        _leave_out(reading, ("annotations", "destructiveHint"), why)
    return "mutate" if reads is False or destroys is not None else None


def _leave_out(reading: ToolReading, steps: tuple[str, ...], why: str) -> None:
    reading.left_out.append(LeftOut(json_pointer((*reading.path, *steps)), why, steps[-1]))
