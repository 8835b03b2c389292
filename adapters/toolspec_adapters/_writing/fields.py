"""Fields of a body that are there only when they say something."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import ToolDefinition


def put(body: JsonObject, field: str, value: Json) -> None:
    """Set a field, unless its value is null: a setting that is not asked for is not sent."""
    if value is not None:
        body[field] = value


def declaration(tool: ToolDefinition) -> JsonObject:
    """Name, description and parameters of a tool; no description where there is none."""
    described: JsonObject = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **described, "parameters": tool.parameters}
