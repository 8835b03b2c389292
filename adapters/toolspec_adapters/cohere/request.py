"""From the canonical conversation, tools and settings to one request of Cohere's chat."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, Request, Settings, ToolDefinition
from toolspec_adapters._writing.fields import declaration, put
from toolspec_adapters.cohere.messages import to_messages

# `auto` is what happens without the field; there is no word for one tool.
_TOOL_CHOICES: Final = {"required": "REQUIRED", "none": "NONE"}


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/v2/chat`; `ValueError` as `Adapter.lower` says.

    Strictness is one switch for all tools, so it is on only when every tool asks for it.
    """
    body: JsonObject = {"model": settings.model, "messages": to_messages(conversation)}
    if tools:
        body["tools"] = [_tool(each) for each in tools]
        if all(each.strict for each in tools):
            body["strict_tools"] = True
        if isinstance(settings.tool_choice, str):
            put(body, "tool_choice", _TOOL_CHOICES.get(settings.tool_choice))
    put(body, "temperature", settings.temperature)
    put(body, "max_tokens", settings.max_output_tokens)
    put(body, "seed", settings.seed)
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    return Request(path=dialect.path, body=body, settings=sent)


def _tool(tool: ToolDefinition) -> JsonObject:
    return {"type": "function", "function": declaration(tool)}
