"""From the canonical conversation, tools and settings to one Chat Completions request."""

from __future__ import annotations

from urllib.parse import quote

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import put
from toolspec_adapters.openai_chat.messages import to_messages
from toolspec_adapters.openai_chat.options import Options, options_of


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/chat/completions`.

    Without tools the fields `tools`, `tool_choice` and `parallel_tool_calls` are left out, because
    hosts reject them. Raises `ValueError` for a tool result that answers no call of the turn before
    it.
    """
    options = options_of(dialect)
    messages = to_messages(conversation, reasoning_field=options.reasoning_field)
    body: JsonObject = {"model": settings.model, "messages": messages, **options.body}
    if tools:
        body["tools"] = [_tool(each, options) for each in tools]
        put(body, "tool_choice", _tool_choice(settings.tool_choice))
        put(body, "parallel_tool_calls", settings.parallel_tool_calls)
    limit_field = settings.output_limit_field or dialect.output_limit_field or "max_tokens"
    put(body, "temperature", settings.temperature)
    put(body, limit_field, settings.max_output_tokens)
    put(body, "seed", settings.seed)
    sent = {key: each for key, each in body.items() if key not in ("messages", "tools")}
    path = dialect.path.replace("{model}", quote(settings.model, safe=""))
    return Request(path=path, body=body, settings=sent)


def _tool_choice(choice: ToolChoice | None) -> Json:
    if isinstance(choice, NamedTool):
        return {"type": "function", "function": {"name": choice.name}}
    return choice


def _tool(tool: ToolDefinition, options: Options) -> JsonObject:
    function: JsonObject = {"name": tool.name}
    if tool.description or options.states_description:
        function["description"] = tool.description
    function["parameters"] = tool.parameters
    if tool.strict or options.states_strict:
        function["strict"] = tool.strict
    return {"type": "function", "function": function}
