"""From the canonical conversation, tools and settings to one request for a response."""

from __future__ import annotations

from urllib.parse import quote

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import declaration, put
from toolspec_adapters.openai_responses.items import to_items
from toolspec_adapters.openai_responses.options import options_of

_SAID = ("instructions", "input", "tools")


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/responses`; the format has no seed.

    Without tools the fields `tools`, `tool_choice` and `parallel_tool_calls` are left out. Raises
    `ValueError` for a tool result that answers no call of the turn before it.
    """
    instructions, items = to_items(conversation)
    body: JsonObject = {"model": settings.model}
    put(body, "instructions", instructions)
    body["input"] = items
    body |= options_of(dialect).fields_for(settings.model)
    if tools:
        body["tools"] = [_tool(each) for each in tools]
        put(body, "tool_choice", _tool_choice(settings.tool_choice))
        put(body, "parallel_tool_calls", settings.parallel_tool_calls)
    put(body, "temperature", settings.temperature)
    put(body, "max_output_tokens", settings.max_output_tokens)
    sent = {key: each for key, each in body.items() if key not in _SAID}
    path = dialect.path.replace("{model}", quote(settings.model, safe=""))
    return Request(path=path, body=body, settings=sent)


def _tool_choice(choice: ToolChoice | None) -> Json:
    return {"type": "function", "name": choice.name} if isinstance(choice, NamedTool) else choice


def _tool(tool: ToolDefinition) -> JsonObject:
    return {"type": "function", **declaration(tool), "strict": tool.strict}
