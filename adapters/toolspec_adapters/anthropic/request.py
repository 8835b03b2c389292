"""From the canonical conversation, tools and settings to one request for a message."""

from __future__ import annotations

from urllib.parse import quote

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolDefinition
from toolspec_adapters._writing.fields import put
from toolspec_adapters.anthropic.messages import to_messages
from toolspec_adapters.anthropic.options import options_of

_SAID = ("system", "messages", "tools")
_IN_PATH = "{model}"
_WORD_FOR_CHOICE = {"auto": "auto", "required": "any", "none": "none"}


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/messages`; the format has no seed.

    A host whose path names the model has no field for it. Without tools the fields `tools` and
    `tool_choice` are left out. Raises `ValueError` for a tool result that answers no call of the
    turn before it.
    """
    options = options_of(dialect)
    system, messages = to_messages(conversation)
    body: JsonObject = dict(options.body)
    if _IN_PATH not in dialect.path:
        body["model"] = settings.model
    put(body, "max_tokens", settings.max_output_tokens or options.default_max_tokens)
    put(body, "system", system)
    body["messages"] = messages
    if tools:
        body["tools"] = [_tool(each) for each in tools]
        put(body, "tool_choice", _tool_choice(settings))
    put(body, "temperature", settings.temperature)
    sent = {key: each for key, each in body.items() if key not in _SAID}
    path = dialect.path.replace(_IN_PATH, quote(settings.model, safe=""))
    return Request(path=path, body=body, settings=sent)


def _tool_choice(settings: Settings) -> JsonObject | None:
    """The choice with the word on parallel calls, which has no field of its own."""
    choice, parallel = settings.tool_choice, settings.parallel_tool_calls
    if choice is None and parallel is None:
        return None
    if isinstance(choice, NamedTool):
        made: JsonObject = {"type": "tool", "name": choice.name}
    else:
        made = {"type": _WORD_FOR_CHOICE[choice or "auto"]}
    if parallel is not None and choice != "none":
        made["disable_parallel_tool_use"] = not parallel
    return made


def _tool(tool: ToolDefinition) -> JsonObject:
    made: JsonObject = {"name": tool.name}
    put(made, "description", tool.description or None)
    made["input_schema"] = tool.parameters
    return {**made, "strict": True} if tool.strict else made
