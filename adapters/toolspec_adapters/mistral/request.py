"""From the canonical conversation, tools and settings to one request of Mistral's chat."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import declaration, put
from toolspec_adapters.mistral.messages import to_messages


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/chat/completions`; `ValueError` as `Adapter.lower` says.

    The tool choice `none` is sent as no tools at all: with tools in the prompt and calls forbidden,
    the models write garbled text (pydantic/pydantic-ai, models/mistral).
    """
    body: JsonObject = {"model": settings.model, "messages": to_messages(conversation)}
    if tools and settings.tool_choice != "none":
        body["tools"] = [_tool(each) for each in tools]
        put(body, "tool_choice", _tool_choice(settings.tool_choice))
        put(body, "parallel_tool_calls", settings.parallel_tool_calls)
    put(body, "temperature", settings.temperature)
    put(body, "max_tokens", settings.max_output_tokens)
    put(body, "random_seed", settings.seed)
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    return Request(path=dialect.path, body=body, settings=sent)


def _tool_choice(choice: ToolChoice | None) -> Json:
    if isinstance(choice, NamedTool):
        return {"type": "function", "function": {"name": choice.name}}
    return "any" if choice == "required" else choice


def _tool(tool: ToolDefinition) -> JsonObject:
    function = declaration(tool)
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}
