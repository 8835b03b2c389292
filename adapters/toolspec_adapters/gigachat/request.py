"""From the canonical conversation, tools and settings to one request of either version."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import declaration
from toolspec_adapters.gigachat.first_messages import to_first_messages
from toolspec_adapters.gigachat.second_messages import to_second_messages

# A ranker would hide tools from the model on the server's side, by the server's own default.
_NO_RANKER: Final[JsonObject] = {"enabled": False}
_MODES: Final = {"required": "any"}


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/chat/completions` of the version in `options.version`.

    A temperature of 0 is not sent, since only larger ones are taken. Without a tool choice `auto`
    is sent: v1 takes its absence for `none`. Without tools v1 is told `none`, or it would use
    functions of its own. Raises `ValueError` for a result that answers no call of the turn before.
    """
    if dialect.options.get("version") == 2:
        body = _second(conversation, tools, settings)
    else:
        body = _first(conversation, tools, settings)
    sent = {
        key: each for key, each in body.items() if key not in ("messages", "functions", "tools")
    }
    return Request(path=dialect.path, body=body, settings=sent)


def _first(
    conversation: Conversation, tools: tuple[ToolDefinition, ...], settings: Settings
) -> JsonObject:
    body: JsonObject = {"model": settings.model, "messages": to_first_messages(conversation)}
    if tools:
        choice = settings.tool_choice or "auto"
        body["functions"] = [declaration(each) for each in tools]
        body["function_call"] = {"name": choice.name} if isinstance(choice, NamedTool) else choice
        body["function_ranker"] = _NO_RANKER
    else:
        body["function_call"] = "none"
    return body | _options(settings)


def _second(
    conversation: Conversation, tools: tuple[ToolDefinition, ...], settings: Settings
) -> JsonObject:
    body: JsonObject = {"model": settings.model, "messages": to_second_messages(conversation)}
    options = _options(settings)
    if tools:
        body["tools"] = [{"functions": {"specifications": [declaration(each) for each in tools]}}]
        body["tool_config"] = _tool_config(settings.tool_choice or "auto")
        body["ranker_options"] = _NO_RANKER
        if settings.parallel_tool_calls is not None:
            options["parallel_tool_calls"] = settings.parallel_tool_calls
    if options:
        body["model_options"] = options
    return body


def _tool_config(choice: ToolChoice) -> JsonObject:
    if isinstance(choice, NamedTool):
        return {"mode": "forced", "function_name": choice.name}
    return {"mode": _MODES.get(choice, choice)}


def _options(settings: Settings) -> JsonObject:
    options: dict[str, Json] = {}
    if settings.temperature is not None and settings.temperature > 0:
        options["temperature"] = settings.temperature
    if settings.max_output_tokens is not None:
        options["max_tokens"] = settings.max_output_tokens
    return options
