"""Reading tools and tool choices that are written in OpenAI's shape."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import NamedTool, ToolChoice, ToolDefinition

_ENTRY: Final = frozenset({"type", "function"})
_FUNCTION: Final = frozenset({"name", "description", "parameters", "strict"})


def read_tools(listed: Json, unread: list[str]) -> tuple[ToolDefinition, ...]:
    """Read the list `tools`; what is not read is added to `unread` by its pointer.

    A tool without `parameters` takes no arguments.
    """
    if not isinstance(listed, list):
        unread.extend(["/tools"] if listed is not None else [])
        return ()
    read = (_tool(tool, f"/tools/{place}", unread) for place, tool in enumerate(listed))
    return tuple(each for each in read if each is not None)


def _tool(tool: Json, pointer: str, unread: list[str]) -> ToolDefinition | None:
    function = tool.get("function") if isinstance(tool, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        unread.append(pointer)
        return None
    unread.extend(f"{pointer}/{key}" for key in tool if key not in _ENTRY)
    unread.extend(f"{pointer}/function/{key}" for key in function if key not in _FUNCTION)
    description, parameters = function.get("description"), function.get("parameters")
    return ToolDefinition(
        name=function["name"],
        description=description if isinstance(description, str) else "",
        parameters=_schema(parameters, f"{pointer}/function/parameters", unread),
        strict=function.get("strict") is True,
    )


def _schema(parameters: Json, pointer: str, unread: list[str]) -> JsonObject:
    if isinstance(parameters, dict):
        return parameters
    if parameters is not None:
        unread.append(pointer)
    return {"type": "object", "properties": {}}


def read_tool_choice(
    choice: Json, words: dict[str, ToolChoice], unread: list[str]
) -> ToolChoice | None:
    """Read `tool_choice`: one of the provider's `words`, or the object that names a function."""
    if isinstance(choice, str) and choice in words:
        return words[choice]
    function = choice.get("function") if isinstance(choice, dict) else None
    if isinstance(function, dict) and isinstance(function.get("name"), str):
        return NamedTool(function["name"])
    if choice is not None:
        unread.append("/tool_choice")
    return None
