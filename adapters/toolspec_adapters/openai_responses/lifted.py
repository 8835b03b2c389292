"""Reading requests back: what a server of this format is told.

Written from OpenAI's API reference. A tool that leaves `strict` out, or says null, is made strict
by the server as far as it can; no canonical concept carries that, so such a field is unread.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, NamedTool, Settings, SystemTurn, ToolChoice
from toolspec.provider import ToolDefinition as Tool
from toolspec_adapters._reading.fields import flag, number, whole_number
from toolspec_adapters.openai_responses.lifted_items import read_items

_WORDS: Final[dict[str, ToolChoice]] = {"auto": "auto", "none": "none", "required": "required"}
_READ: Final = frozenset(
    {
        "model",
        "instructions",
        "input",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "temperature",
        "max_output_tokens",
    }
)
_FUNCTION: Final = frozenset({"type", "name", "description", "parameters", "strict"})


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no `input`."""
    given = body.get("input") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(given, str | list):
        raise ValueError("the body needs an `input`: a text or a list of items")
    unread = [f"/{key}" for key in body if key not in _READ and body[key] is not None]
    instructions = body.get("instructions")
    is_said = isinstance(instructions, str)
    unread.extend(["/instructions"] if instructions is not None and not is_said else [])
    said = (SystemTurn(instructions),) if isinstance(instructions, str) else ()
    return LiftedRequest(
        conversation=(*said, *read_items(given, unread)),
        tools=_tools(body.get("tools"), unread),
        settings=_settings(body, unread),
        unread=tuple(unread),
    )


def _settings(body: JsonObject, unread: list[str]) -> Settings:
    return Settings(
        model=str(body.get("model") or ""),
        temperature=number(body, "temperature", unread),
        max_output_tokens=whole_number(body, "max_output_tokens", unread),
        tool_choice=_tool_choice(body.get("tool_choice"), unread),
        parallel_tool_calls=flag(body, "parallel_tool_calls", unread),
    )


def _tool_choice(choice: Json, unread: list[str]) -> ToolChoice | None:
    if isinstance(choice, str) and choice in _WORDS:
        return _WORDS[choice]
    is_named = isinstance(choice, dict) and choice.keys() == {"type", "name"}
    if isinstance(choice, dict) and is_named and choice["type"] == "function":
        name = choice["name"]
        return NamedTool(name) if isinstance(name, str) else None
    if choice is not None:
        unread.append("/tool_choice")
    return None


def _tools(listed: Json, unread: list[str]) -> tuple[Tool, ...]:
    if not isinstance(listed, list):
        unread.extend(["/tools"] if listed is not None else [])
        return ()
    read = (_tool(each, f"/tools/{place}", unread) for place, each in enumerate(listed))
    return tuple(each for each in read if each is not None)


def _tool(tool: Json, pointer: str, unread: list[str]) -> Tool | None:
    if not isinstance(tool, dict) or tool.get("type") != "function":
        unread.append(pointer)
        return None
    name, description, parameters = map(tool.get, ("name", "description", "parameters"))
    if not isinstance(name, str):
        unread.append(pointer)
        return None
    unread.extend(f"{pointer}/{key}" for key in tool if key not in _FUNCTION)
    if not isinstance(tool.get("strict"), bool):
        unread.append(f"{pointer}/strict")
    if not isinstance(parameters, dict | None):
        unread.append(f"{pointer}/parameters")
    return Tool(
        name=name,
        description=description if isinstance(description, str) else "",
        parameters=(
            parameters if isinstance(parameters, dict) else {"type": "object", "properties": {}}
        ),
        strict=tool.get("strict") is True,
    )
