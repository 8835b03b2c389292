"""Reading requests of both versions back: what the service is told.

Written from the vendor's API reference: in v1 a missing `function_call` means `none`; in v2 the
tools of the client are one entry among those of the service, and options have an object of their
own. Which version a request has is told by its shape.
"""

from __future__ import annotations

from typing import Any, Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolChoice, ToolDefinition
from toolspec_adapters.gigachat.lifted_turns import Turns

_OF_SECOND: Final = ("tools", "tool_config", "model_options", "ranker_options", "tools_state_id")
_READ_IN_FIRST: Final = frozenset(
    {
        "model",
        "messages",
        "functions",
        "function_call",
        "function_ranker",
        "temperature",
        "max_tokens",
        "stream",
    }
)
_READ_IN_SECOND: Final = frozenset(
    {"model", "messages", "tools", "tool_config", "model_options", "ranker_options", "stream"}
)
_READ_OPTIONS: Final = frozenset({"temperature", "max_tokens", "parallel_tool_calls"})
_READ_IN_A_FUNCTION: Final = frozenset({"name", "description", "parameters"})
_OFF: Final = ({"enabled": False}, None)


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request of either version; `ValueError` when it has no list of messages."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise ValueError("the body needs a list of `messages`")
    unread: list[str] = []
    if body.get("stream"):
        unread.append("/stream")
    turns = Turns(unread)
    for place, message in enumerate(body["messages"]):
        turns.add(message, f"/messages/{place}")
    is_second = "/v2/" in path or _is_second(body)
    tools, settings = (_second if is_second else _first)(body, unread)
    return LiftedRequest(
        conversation=tuple(turns.turns), tools=tools, settings=settings, unread=tuple(unread)
    )


def _is_second(body: JsonObject) -> bool:
    has_parts = any(
        isinstance(each, dict) and isinstance(each.get("content"), list)
        for each in body["messages"]
    )
    return has_parts or any(key in body for key in _OF_SECOND)


def _first(body: JsonObject, unread: list[str]) -> tuple[tuple[ToolDefinition, ...], Settings]:
    unread.extend(_others(body, _READ_IN_FIRST, ""))
    if body.get("function_ranker") not in _OFF:
        unread.append("/function_ranker")
    tools = _functions(body.get("functions"), "/functions", unread)
    given = body.get("function_call")
    choice: ToolChoice | None = "none" if tools and given is None else None
    if tools and given in ("auto", "none"):
        choice = given
    elif isinstance(given, dict) and isinstance(given.get("name"), str):
        choice = NamedTool(given["name"])
        unread.extend(_others(given, frozenset({"name"}), "/function_call"))
    elif given not in (None, "none", "auto"):
        unread.append("/function_call")
    return tools, _settings(body, body, choice)


def _second(body: JsonObject, unread: list[str]) -> tuple[tuple[ToolDefinition, ...], Settings]:
    unread.extend(_others(body, _READ_IN_SECOND, ""))
    if body.get("ranker_options") not in _OFF:
        unread.append("/ranker_options")
    given = body.get("model_options")
    options = given if isinstance(given, dict) else {}
    unread.extend(_others(options, _READ_OPTIONS, "/model_options"))
    choice = _mode(body.get("tool_config"), unread)
    tools: list[ToolDefinition] = []
    listed = body.get("tools")
    for place, tool in enumerate(listed if isinstance(listed, list) else []):
        own = tool.get("functions") if isinstance(tool, dict) else None
        if isinstance(own, dict):
            pointer = f"/tools/{place}/functions/specifications"
            tools.extend(_functions(own.get("specifications"), pointer, unread))
        else:
            unread.append(f"/tools/{place}")
    return tuple(tools), _settings(body, options, choice)


def _mode(config: Json, unread: list[str]) -> ToolChoice | None:
    given = config if isinstance(config, dict) else {}
    names = [given.get("function_name"), given.get("tool_name")]
    name = next((each for each in names if isinstance(each, str)), None)
    if given.get("mode") == "forced" and name is not None:
        return NamedTool(name)
    if given.keys() <= {"mode"}:
        found: dict[Any, ToolChoice] = {"auto": "auto", "none": "none", "any": "required"}
        for word, choice in found.items():
            if given.get("mode") == word:
                return choice
    if given:
        unread.append("/tool_config")
    return None


def _settings(body: JsonObject, options: JsonObject, choice: ToolChoice | None) -> Settings:
    return Settings(
        model=str(body.get("model") or ""),
        temperature=options.get("temperature"),
        max_output_tokens=options.get("max_tokens"),
        tool_choice=choice,
        parallel_tool_calls=None if options is body else options.get("parallel_tool_calls"),
    )


def _functions(listed: Json, pointer: str, unread: list[str]) -> tuple[ToolDefinition, ...]:
    found = []
    for place, function in enumerate(listed if isinstance(listed, list) else []):
        here = f"{pointer}/{place}"
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            unread.append(here)
            continue
        unread.extend(_others(function, _READ_IN_A_FUNCTION, here))
        found.append(
            ToolDefinition(
                name=function["name"],
                description=function.get("description") or "",
                parameters=function.get("parameters") or {"type": "object", "properties": {}},
            )
        )
    return tuple(found)


def _others(holder: JsonObject, read: frozenset[str], pointer: str) -> list[str]:
    return [f"{pointer}/{key}" for key in holder if key not in read and holder[key] is not None]
