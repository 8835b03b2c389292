"""Reading requests back: what a server of this format is told.

Written from Google's API reference. A field may have the name that JSON gives it or that of the
protocol buffer. A declaration without a schema takes no arguments; the mode `ANY` with one allowed
name forces that function.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolChoice
from toolspec.provider import ToolDefinition as Tool
from toolspec.strict_json import is_too_deep
from toolspec_adapters._reading.fields import number, whole_number
from toolspec_adapters.gemini.fields import field, json_name, key_of
from toolspec_adapters.gemini.lifted_contents import read_contents, read_instructions
from toolspec_adapters.gemini.lifted_schema import from_proto

_CHOICES: Final[dict[str, ToolChoice]] = {"AUTO": "auto", "ANY": "required", "NONE": "none"}
_READ: Final = frozenset(
    {"contents", "systemInstruction", "tools", "toolConfig", "generationConfig"}
)
_GENERATION: Final = frozenset({"temperature", "maxOutputTokens", "seed"})
_CALLING: Final = frozenset({"mode", "allowedFunctionNames"})
_DECLARATION: Final = frozenset({"name", "description", "parameters", "parametersJsonSchema"})


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of contents, or is nested too deep."""
    if not isinstance(body, dict) or not isinstance(body.get("contents"), list):
        raise ValueError("the body needs a list of `contents`")
    if is_too_deep(body):
        raise ValueError("the body is nested too deep")
    unread: list[str] = []
    _others(body, _READ, "", unread)
    at = key_of(body, "systemInstruction")
    said = read_instructions(body.get(at), f"/{at}", unread)
    return LiftedRequest(
        conversation=(*said, *read_contents(body["contents"], unread)),
        tools=_tools(body.get("tools"), unread),
        settings=_settings(path, body, unread),
        unread=tuple(unread),
    )


def _others(value: JsonObject, read: frozenset[str], pointer: str, unread: list[str]) -> None:
    """Add the fields that are not read; one that is null says nothing."""
    unread.extend(
        f"{pointer}/{key}" for key in value if json_name(key) not in read and value[key] is not None
    )


def _settings(path: str, body: JsonObject, unread: list[str]) -> Settings:
    at = key_of(body, "generationConfig")
    given = _object(body, at, "", unread)
    _others(given, _GENERATION, f"/{at}", unread)
    limit = key_of(given, "maxOutputTokens")
    return Settings(
        model=unquote(path.rsplit("/", 1)[-1].partition(":")[0]),
        temperature=number(given, "temperature", unread, f"/{at}"),
        max_output_tokens=whole_number(given, limit, unread, f"/{at}"),
        seed=whole_number(given, "seed", unread, f"/{at}"),
        tool_choice=_tool_choice(body, unread),
    )


def _tool_choice(body: JsonObject, unread: list[str]) -> ToolChoice | None:
    at = key_of(body, "toolConfig")
    config = _object(body, at, "", unread)
    _others(config, frozenset({"functionCallingConfig"}), f"/{at}", unread)
    inner = key_of(config, "functionCallingConfig")
    pointer = f"/{at}/{inner}"
    calling = _object(config, inner, f"/{at}", unread)
    _others(calling, _CALLING, pointer, unread)
    mode, names = calling.get("mode"), field(calling, "allowedFunctionNames") or None
    choice = _CHOICES.get(mode) if isinstance(mode, str) else None
    if mode is not None and choice is None:
        unread.append(f"{pointer}/mode")
    if choice == "required" and isinstance(names, list) and len(names) == 1:
        return NamedTool(names[0]) if isinstance(names[0], str) else choice
    if names is not None:
        unread.append(f"{pointer}/{key_of(calling, 'allowedFunctionNames')}")
    return choice


def _object(value: JsonObject, key: str, pointer: str, unread: list[str]) -> JsonObject:
    found = value.get(key)
    unread.extend([] if isinstance(found, dict | None) else [f"{pointer}/{key}"])
    return found if isinstance(found, dict) else {}


def _tools(listed: Json, unread: list[str]) -> tuple[Tool, ...]:
    """The declarations of all entries; what an entry says beside them is a tool of the server."""
    read: list[Tool] = []
    entries = [listed] if isinstance(listed, dict) else listed
    unread.extend([] if isinstance(entries, list | None) else ["/tools"])
    for place, entry in enumerate(entries if isinstance(entries, list) else []):
        pointer = f"/tools/{place}"
        if not isinstance(entry, dict):
            unread.append(pointer)
            continue
        _others(entry, frozenset({"functionDeclarations"}), pointer, unread)
        at = key_of(entry, "functionDeclarations")
        declared = entry.get(at)
        unread.extend([] if isinstance(declared, list | None) else [f"{pointer}/{at}"])
        for number_, each in enumerate(declared if isinstance(declared, list) else []):
            tool = _tool(each, f"{pointer}/{at}/{number_}", unread)
            read.extend([] if tool is None else [tool])
    return tuple(read)


def _tool(declaration: Json, pointer: str, unread: list[str]) -> Tool | None:
    name = declaration.get("name") if isinstance(declaration, dict) else None
    if not isinstance(declaration, dict) or not isinstance(name, str):
        unread.append(pointer)
        return None
    _others(declaration, _DECLARATION, pointer, unread)
    description = declaration.get("description")
    return Tool(
        name=name,
        description=description if isinstance(description, str) else "",
        parameters=_parameters(declaration, pointer, unread),
    )


def _parameters(declaration: JsonObject, pointer: str, unread: list[str]) -> JsonObject:
    at = key_of(declaration, "parametersJsonSchema")
    for key in (at, "parameters"):
        schema = declaration.get(key)
        if isinstance(schema, dict):
            here = f"{pointer}/{key}"
            return schema if key == at else from_proto(schema, here, unread)
        if schema is not None:
            unread.append(f"{pointer}/{key}")
    return {"type": "object", "properties": {}}
