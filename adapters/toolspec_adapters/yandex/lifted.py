"""Reading completion requests back: what the service is told.

Written from the API reference: numbers of 64 bits may be texts, results come from the role `user`
and name their function, and a message holds one of text, calls and results.
"""

from __future__ import annotations

from typing import Any, Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import (
    AssistantTurn,
    LiftedRequest,
    NamedTool,
    Settings,
    SystemTurn,
    ToolChoice,
    ToolDefinition,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.object_calls import read_object_calls

_READ: Final = frozenset(
    {"modelUri", "completionOptions", "messages", "tools", "toolChoice", "parallelToolCalls"}
)
_READ_OPTIONS: Final = frozenset({"temperature", "maxTokens", "stream"})
_READ_IN_A_FUNCTION: Final = frozenset({"name", "description", "parameters", "strict"})


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise ValueError("the body needs a list of `messages`")
    unread = _others(body, _READ, "")
    turns = _Turns(unread)
    for place, message in enumerate(body["messages"]):
        turns.add(message, f"/messages/{place}")
    return LiftedRequest(
        conversation=tuple(turns.turns),
        tools=_tools(body.get("tools"), unread),
        settings=_settings(body, unread),
        unread=tuple(unread),
    )


def _settings(body: JsonObject, unread: list[str]) -> Settings:
    given = body.get("completionOptions")
    options = given if isinstance(given, dict) else {}
    unread.extend(_others(options, _READ_OPTIONS, "/completionOptions"))
    if options.get("stream"):
        unread.append("/completionOptions/stream")
    limit = options.get("maxTokens")
    if isinstance(limit, str) and limit.isascii() and limit.isdigit() and len(limit) < 20:
        limit = int(limit)
    return Settings(
        model=str(body.get("modelUri") or ""),
        temperature=options.get("temperature"),
        max_output_tokens=limit,
        tool_choice=_tool_choice(body.get("toolChoice"), unread),
        parallel_tool_calls=body.get("parallelToolCalls"),
    )


def _tool_choice(choice: Json, unread: list[str]) -> ToolChoice | None:
    given = choice if isinstance(choice, dict) else {}
    if isinstance(given.get("functionName"), str):
        return NamedTool(given["functionName"])
    words: dict[Any, ToolChoice] = {"AUTO": "auto", "NONE": "none", "REQUIRED": "required"}
    for word, meaning in words.items():
        if given.get("mode") == word:
            return meaning
    if choice is not None:
        unread.append("/toolChoice")
    return None


def _tools(listed: Json, unread: list[str]) -> tuple[ToolDefinition, ...]:
    found = []
    for place, tool in enumerate(listed if isinstance(listed, list) else []):
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            unread.append(f"/tools/{place}")
            continue
        unread.extend(_others(function, _READ_IN_A_FUNCTION, f"/tools/{place}/function"))
        found.append(
            ToolDefinition(
                name=function["name"],
                description=function.get("description") or "",
                parameters=function.get("parameters") or {"type": "object", "properties": {}},
                strict=function.get("strict") is True,
            )
        )
    return tuple(found)


class _Turns:
    """The turns so far; results find their calls by name, in order."""

    def __init__(self, unread: list[str]) -> None:
        self.turns: list[Turn] = []
        self._unread = unread
        self._open: list[ToolCall] = []

    def add(self, message: Json, pointer: str) -> None:
        said = message if isinstance(message, dict) else {}
        role, text = said.get("role"), said.get("text")
        results = said.get("toolResultList")
        if isinstance(results, dict):
            self._results(results, pointer)
        elif role == "assistant":
            functions = _functions(said)
            self._open = list(read_object_calls(functions, Reading(None, False)).calls)
            self.turns.append(AssistantTurn(said, tuple(self._open)))
        elif role in ("user", "system") and isinstance(text, str):
            self.turns.append(UserTurn(text) if role == "user" else SystemTurn(text))
        else:
            self._unread.append(pointer)

    def _results(self, listed: JsonObject, pointer: str) -> None:
        results = listed.get("toolResults")
        for place, entry in enumerate(results if isinstance(results, list) else []):
            given = entry.get("functionResult") if isinstance(entry, dict) else None
            if not isinstance(given, dict) or not self._answer(given):
                self._unread.append(f"{pointer}/toolResultList/toolResults/{place}")

    def _answer(self, given: JsonObject) -> bool:
        for place, call in enumerate(self._open):
            if call.name == given.get("name"):
                self.turns.append(ToolResultTurn(call, given.get("content")))
                del self._open[place]
                return True
        return False


def _functions(said: JsonObject) -> list[Json]:
    listed = said.get("toolCallList")
    entries = listed.get("toolCalls") if isinstance(listed, dict) else None
    return [
        each.get("functionCall") if isinstance(each, dict) else each
        for each in (entries if isinstance(entries, list) else [])
    ]


def _others(holder: JsonObject, read: frozenset[str], pointer: str) -> list[str]:
    return [f"{pointer}/{key}" for key in holder if key not in read and holder[key] is not None]
