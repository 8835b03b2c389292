"""Reading requests back: what a server of this format is told.

Written from the API reference of Converse: the path names the model, `toolChoice` is a union with
one key, and `tools` may hold tools of the server and cache marks beside the client's tools.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolChoice
from toolspec.provider import ToolDefinition as Tool
from toolspec.strict_json import is_too_deep
from toolspec_adapters._reading.fields import number, whole_number
from toolspec_adapters.bedrock_converse.lifted_messages import read_messages, read_system

_READ: Final = frozenset({"messages", "system", "toolConfig", "inferenceConfig"})
_INFERENCE: Final = frozenset({"maxTokens", "temperature"})
_CONFIG: Final = frozenset({"tools", "toolChoice"})
_SPEC: Final = frozenset({"name", "description", "inputSchema", "strict"})
_CHOICES: Final[dict[str, ToolChoice]] = {"auto": "auto", "any": "required"}


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages, or is nested too deep."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise ValueError("the body needs a list of `messages`")
    if is_too_deep(body):
        raise ValueError("the body is nested too deep")
    unread: list[str] = []
    _others(body, _READ, "", unread)
    config = _object(body, "toolConfig", unread)
    _others(config, _CONFIG, "/toolConfig", unread)
    given = _object(body, "inferenceConfig", unread)
    _others(given, _INFERENCE, "/inferenceConfig", unread)
    return LiftedRequest(
        conversation=(
            *read_system(body.get("system"), unread),
            *read_messages(body["messages"], unread),
        ),
        tools=_tools(config.get("tools"), unread),
        settings=Settings(
            model=_model(path),
            temperature=number(given, "temperature", unread, "/inferenceConfig"),
            max_output_tokens=whole_number(given, "maxTokens", unread, "/inferenceConfig"),
            tool_choice=_tool_choice(config.get("toolChoice"), unread),
        ),
        unread=tuple(unread),
    )


def _model(path: str) -> str:
    """The model's id or ARN, which stands between `/model/` and the operation."""
    named = path.partition("/model/")[2] or path.removeprefix("model/")
    return unquote(named.rpartition("/")[0])


def _others(value: JsonObject, read: frozenset[str], pointer: str, unread: list[str]) -> None:
    """Add the fields that are not read; one that is null says nothing."""
    unread.extend(f"{pointer}/{key}" for key in value if key not in read and value[key] is not None)


def _object(body: JsonObject, key: str, unread: list[str]) -> JsonObject:
    found = body.get(key)
    unread.extend([] if isinstance(found, dict | None) else [f"/{key}"])
    return found if isinstance(found, dict) else {}


def _tool_choice(choice: Json, unread: list[str]) -> ToolChoice | None:
    if isinstance(choice, dict) and len(choice) == 1:
        word, inner = next(iter(choice.items()))
        if word in _CHOICES:
            return _CHOICES[word]
        name = inner.get("name") if word == "tool" and isinstance(inner, dict) else None
        if isinstance(name, str):
            return NamedTool(name)
    if choice is not None:
        unread.append("/toolConfig/toolChoice")
    return None


def _tools(listed: Json, unread: list[str]) -> tuple[Tool, ...]:
    pointer = "/toolConfig/tools"
    unread.extend([] if isinstance(listed, list | None) else [pointer])
    entries = listed if isinstance(listed, list) else []
    read = (_tool(each, f"{pointer}/{place}", unread) for place, each in enumerate(entries))
    return tuple(each for each in read if each is not None)


def _tool(entry: Json, pointer: str, unread: list[str]) -> Tool | None:
    """The client's tool in an entry; any other entry is not read."""
    spec = entry.get("toolSpec") if isinstance(entry, dict) and len(entry) == 1 else None
    if not isinstance(spec, dict) or not isinstance(spec.get("name"), str):
        unread.append(pointer)
        return None
    _others(spec, _SPEC, f"{pointer}/toolSpec", unread)
    description = spec.get("description")
    return Tool(
        name=spec["name"],
        description=description if isinstance(description, str) else "",
        parameters=_schema(spec.get("inputSchema"), f"{pointer}/toolSpec/inputSchema", unread),
        strict=spec.get("strict") is True,
    )


def _schema(given: Json, pointer: str, unread: list[str]) -> JsonObject:
    schema = given.get("json") if isinstance(given, dict) and len(given) == 1 else None
    if isinstance(schema, dict):
        return schema
    unread.append(pointer)
    return {"type": "object", "properties": {}}
