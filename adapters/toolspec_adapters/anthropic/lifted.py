"""Reading requests back: what a server of this format is told.

Written from the reference of Messages: the word on parallel calls stands inside `tool_choice`, and
`tools` may hold tools of Anthropic's own beside those of the client. Hosts that name the model in
the path give the version of the format in the body.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolChoice
from toolspec.provider import ToolDefinition as Tool
from toolspec.strict_json import is_too_deep
from toolspec_adapters._reading.chat_body import chat_body
from toolspec_adapters._reading.fields import flag, number, whole_number
from toolspec_adapters.anthropic.lifted_messages import read_messages, read_system

_READ: Final = frozenset(
    {
        "model",
        "messages",
        "system",
        "max_tokens",
        "temperature",
        "tools",
        "tool_choice",
        "anthropic_version",
    }
)
_TOOL: Final = frozenset({"type", "name", "description", "input_schema", "strict"})
_CHOICES: Final[dict[str, ToolChoice]] = {"auto": "auto", "any": "required", "none": "none"}
_PARALLEL: Final = "disable_parallel_tool_use"
_IN_PATH: Final = re.compile(r"/model/([^/]+)/invoke|/models/([^/]+):rawPredict")


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages, or is nested too deep."""
    body, unread = chat_body(body, _READ)
    if is_too_deep(body):
        raise ValueError("the body is nested too deep")
    choice, parallel = _tool_choice(body.get("tool_choice"), unread)
    return LiftedRequest(
        conversation=(
            *read_system(body.get("system"), unread),
            *read_messages(body["messages"], unread),
        ),
        tools=_tools(body.get("tools"), unread),
        settings=Settings(
            model=_model(path, body.get("model"), unread),
            temperature=number(body, "temperature", unread),
            max_output_tokens=whole_number(body, "max_tokens", unread),
            tool_choice=choice,
            parallel_tool_calls=parallel,
        ),
        unread=tuple(unread),
    )


def _model(path: str, named: Json, unread: list[str]) -> str:
    """The model of the body, else the one that the path names, as on Bedrock and Vertex AI."""
    if isinstance(named, str):
        return named
    unread.extend([] if named is None else ["/model"])
    found = _IN_PATH.search(path)
    return unquote(found[1] or found[2]) if found else ""


def _tool_choice(choice: Json, unread: list[str]) -> tuple[ToolChoice | None, bool | None]:
    if choice is None:
        return None, None
    at = "/tool_choice"
    given = choice if isinstance(choice, dict) else {}
    kind, name = given.get("type"), given.get("name")
    read: ToolChoice | None = _CHOICES.get(kind) if isinstance(kind, str) else None
    if kind == "tool" and isinstance(name, str):
        read = NamedTool(name)
    if read is None:
        unread.append(at)
        return None, None
    known = {"type", _PARALLEL, *(("name",) if isinstance(read, NamedTool) else ())}
    _others(given, frozenset(known), at, unread)
    disabled = flag(given, _PARALLEL, unread, at)
    return read, None if disabled is None else not disabled


def _others(value: JsonObject, read: frozenset[str], pointer: str, unread: list[str]) -> None:
    """Add the fields that are not read; one that is null says nothing."""
    unread.extend(f"{pointer}/{key}" for key in value if key not in read and value[key] is not None)


def _tools(listed: Json, unread: list[str]) -> tuple[Tool, ...]:
    unread.extend([] if isinstance(listed, list | None) else ["/tools"])
    entries = listed if isinstance(listed, list) else []
    read = (_tool(each, f"/tools/{place}", unread) for place, each in enumerate(entries))
    return tuple(each for each in read if each is not None)


def _tool(entry: Json, pointer: str, unread: list[str]) -> Tool | None:
    """The client's tool in an entry; one of Anthropic's own has a type of its own."""
    is_own = isinstance(entry, dict) and entry.get("type") in (None, "custom")
    if not isinstance(entry, dict) or not is_own or not isinstance(entry.get("name"), str):
        unread.append(pointer)
        return None
    _others(entry, _TOOL, pointer, unread)
    description, schema = entry.get("description"), entry.get("input_schema")
    if not isinstance(schema, dict):
        unread.append(f"{pointer}/input_schema")
    return Tool(
        name=entry["name"],
        description=description if isinstance(description, str) else "",
        parameters=schema if isinstance(schema, dict) else {"type": "object", "properties": {}},
        strict=flag(entry, "strict", unread, pointer) is True,
    )
