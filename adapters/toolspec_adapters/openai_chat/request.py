"""From the canonical conversation, tools and settings to one Chat Completions request."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, Request, Settings, ToolDefinition
from toolspec_adapters.openai_chat.messages import to_messages

DEFAULT_BASE_URL = "https://api.openai.com/v1"

# A root schema with one of these says what its properties are elsewhere.
_ELSEWHERE = frozenset({"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"})


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    *,
    base_url: str,
) -> Request:
    """Make the request for `/chat/completions`.

    Parameters travel as they are; `strict` is never sent, since its default is off. Without tools
    the fields `tools`, `tool_choice` and `parallel_tool_calls` are left out, because hosts reject
    them. Raises `ValueError` for a tool result that answers no call of the turn before it.
    """
    body: JsonObject = {"model": settings.model, "messages": to_messages(conversation)}
    if tools:
        body["tools"] = [_tool(each) for each in tools]
        _put(body, "tool_choice", settings.tool_choice)
        _put(body, "parallel_tool_calls", settings.parallel_tool_calls)
    _put(body, "temperature", settings.temperature)
    _put(body, _output_limit_field(settings, base_url), settings.max_output_tokens)
    _put(body, "seed", settings.seed)
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    return Request(path="/chat/completions", body=body, settings=sent)


def authorize(key: str) -> Mapping[str, str]:
    """Give the bearer header."""
    return {"Authorization": f"Bearer {key}"}


def _put(body: JsonObject, field: str, value: str | float | bool | None) -> None:
    if value is not None:
        body[field] = value


def _output_limit_field(settings: Settings, base_url: str) -> str:
    """Choose the field: newer OpenAI models reject `max_tokens`, many other hosts know only it."""
    if settings.output_limit_field is not None:
        return settings.output_limit_field
    host = urlsplit(base_url).hostname or ""
    is_openai = host == "api.openai.com" or host.endswith(".api.openai.com")
    return "max_completion_tokens" if is_openai else "max_tokens"


def _tool(tool: ToolDefinition) -> JsonObject:
    function: JsonObject = {"name": tool.name}
    if tool.description:
        function["description"] = tool.description
    function["parameters"] = _parameters(tool.parameters)
    return {"type": "function", "function": function}


def _parameters(parameters: JsonObject) -> JsonObject:
    """Give the schema unchanged, but say `properties` where a tool has none.

    An object schema without `properties` is rejected by OpenAI; the empty map means the same.
    """
    if not parameters:
        return {"type": "object", "properties": {}}
    is_bare = parameters.get("type") == "object" and "properties" not in parameters
    if is_bare and _ELSEWHERE.isdisjoint(parameters):
        return {**parameters, "properties": {}}
    return parameters
