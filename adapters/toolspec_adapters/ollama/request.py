"""From the canonical conversation, tools and settings to one request of Ollama's own chat."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, Request, Settings, ToolDefinition
from toolspec_adapters.ollama.messages import to_messages


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/api/chat`; `ValueError` as `Adapter.lower` says.

    The format has no tool choice, no switch for parallel calls and no strictness. `stream` is sent
    because leaving it out means true. The dialect's option `num_ctx` is the size of the context.
    """
    body: JsonObject = {
        "model": settings.model,
        "messages": to_messages(conversation),
        "stream": False,
    }
    if tools:
        body["tools"] = [_tool(each) for each in tools]
    options = {
        "temperature": settings.temperature,
        "seed": settings.seed,
        "num_predict": settings.max_output_tokens,
        "num_ctx": dialect.options.get("num_ctx"),
    }
    body["options"] = {key: each for key, each in options.items() if each is not None}
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    return Request(path=dialect.path, body=body, settings=sent)


def _tool(tool: ToolDefinition) -> JsonObject:
    function: JsonObject = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    return {"type": "function", "function": function}
