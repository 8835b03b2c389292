"""From the canonical conversation, tools and settings to one completion request."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import declaration
from toolspec_adapters.yandex.messages import to_messages

_MODES: Final = {"auto": "AUTO", "none": "NONE", "required": "REQUIRED"}


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/completion`; the model is the address of one, `gpt://…`.

    Raises `ValueError` for a tool result that answers no call of the turn before it.
    """
    body: JsonObject = {
        "modelUri": settings.model,
        "completionOptions": _options(settings),
        "messages": to_messages(conversation),
    }
    if tools:
        body["tools"] = [_tool(each) for each in tools]
        if settings.tool_choice is not None:
            body["toolChoice"] = _tool_choice(settings.tool_choice)
        if settings.parallel_tool_calls is not None:
            body["parallelToolCalls"] = settings.parallel_tool_calls
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    return Request(path=dialect.path, body=body, settings=sent)


def _options(settings: Settings) -> JsonObject:
    options: JsonObject = {"stream": False}
    if settings.temperature is not None:
        options["temperature"] = settings.temperature
    if settings.max_output_tokens is not None:
        # A 64-bit integer, which protobuf's JSON writes as a text.
        options["maxTokens"] = str(settings.max_output_tokens)
    return options


def _tool_choice(choice: ToolChoice) -> JsonObject:
    if isinstance(choice, NamedTool):
        return {"functionName": choice.name}
    return {"mode": _MODES[choice]}


def _tool(tool: ToolDefinition) -> JsonObject:
    function = declaration(tool)
    if tool.strict:
        function["strict"] = True
    return {"function": function}
