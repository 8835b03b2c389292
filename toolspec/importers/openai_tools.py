"""Tools as OpenAI's APIs take them: nested (`function: {…}`, chat) or flat (responses).

Takes the list of tools, or a mapping that holds it as `tools`, such as a whole request.
"""

from __future__ import annotations

from toolspec import wording
from toolspec.importers.records import Imported, LeftOut, Part
from toolspec.importers.tool_parts import ToolReading, read_tools
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer

TITLE = "OpenAI tools"

_FUNCTION = frozenset({"name", "description", "parameters", "strict"})
_NESTED = frozenset({"type", "function"})


def read(value: Json) -> Imported:
    """Read the functions; tools that the provider runs itself are listed as left out."""
    if not isinstance(value, dict):
        return read_tools(value, (), _read_tool)
    others = tuple(
        LeftOut(f"/{key}", "only the tools are read", "request") for key in value if key != "tools"
    )
    return read_tools(
        value.get("tools"), ("tools",) if "tools" in value else (), _read_tool, others
    )


def _read_tool(tool: JsonObject, reading: ToolReading) -> Part | None:
    kind = tool.get("type", "function")
    if kind != "function":
        shown = wording.visible(str(kind))
        why = f"a `{shown}` tool is no function with a schema"
        reading.left_out.append(LeftOut(json_pointer(reading.path), why, "not a function"))
        return None
    nested = tool.get("function")
    if nested is None:
        reading.leave_out(tool, _FUNCTION | {"type"})
        return _with_strict(reading.tool(tool, "name", "parameters"), tool, reading, ())
    if not isinstance(nested, dict):
        reading.refuse(f"`function` is a mapping, not {wording.kind(nested)}", "function")
        return None
    reading.leave_out(tool, _NESTED)
    reading.leave_out(nested, _FUNCTION, "function")
    part = reading.tool(nested, "name", "parameters", ("function",))
    return _with_strict(part, nested, reading, ("function",))


def _with_strict(
    part: Part, source: JsonObject, reading: ToolReading, below: tuple[str, ...]
) -> Part:
    strict = source.get("strict")
    if strict is not None and not isinstance(strict, bool):
        reading.refuse(f"`strict` is true or false, not {wording.kind(strict)}", *below, "strict")
    return Part(part.name, {**part.value, "strict": True}) if strict is True else part
