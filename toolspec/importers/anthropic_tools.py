"""Tools as Anthropic's Messages API takes them: `name`, `description`, `input_schema`.

Takes the list of tools, or a mapping that holds it as `tools`, such as a whole request.
"""

from __future__ import annotations

from toolspec import wording
from toolspec.importers.records import Imported, LeftOut, Part
from toolspec.importers.tool_parts import ToolReading, read_tools
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer

TITLE = "Anthropic tools"

_KNOWN = frozenset({"type", "name", "description", "input_schema", "strict"})


def read(value: Json) -> Imported:
    """Read the client tools; those of the provider are listed as left out."""
    if not isinstance(value, dict):
        return read_tools(value, (), _read_tool)
    others = tuple(
        LeftOut(f"/{key}", "only the tools are read", "request") for key in value if key != "tools"
    )
    return read_tools(
        value.get("tools"), ("tools",) if "tools" in value else (), _read_tool, others
    )


def _read_tool(tool: JsonObject, reading: ToolReading) -> Part | None:
    kind = tool.get("type")
    if kind not in (None, "custom"):
        why = f"a `{wording.visible(str(kind))}` tool has its schema at the provider"
        reading.left_out.append(LeftOut(json_pointer(reading.path), why, "not a function"))
        return None
    if "input_schema" not in tool:
        reading.refuse("the tool has no `input_schema`")
    reading.leave_out(tool, _KNOWN)
    part = reading.tool(tool, "name", "input_schema")
    strict = tool.get("strict")
    if strict is not None and not isinstance(strict, bool):
        reading.refuse(f"`strict` is true or false, not {wording.kind(strict)}", "strict")
    return Part(part.name, {**part.value, "strict": True}) if strict is True else part
