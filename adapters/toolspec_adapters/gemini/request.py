"""From the canonical conversation, tools and settings to one `generateContent` request."""

from __future__ import annotations

from urllib.parse import quote

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters.gemini.contents import to_contents
from toolspec_adapters.gemini.options import Options, options_of
from toolspec_adapters.gemini.proto_schema import takes_no_arguments, to_proto

_MODES = {"auto": "AUTO", "required": "ANY", "none": "NONE"}
_SETTINGS = ("toolConfig", "generationConfig")


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `:generateContent`; the model is named by the path.

    The format has no word for parallel calls, and none for `strict`. Without tools no choice is
    sent, because the server rejects it. Raises `ValueError` for a tool result that answers no call
    of the turn before it.
    """
    options = options_of(dialect)
    instructions, contents = to_contents(conversation, options.foreign_signature)
    body: JsonObject = {}
    if instructions:
        body["systemInstruction"] = {"parts": [{"text": each} for each in instructions]}
    body["contents"] = contents
    if tools:
        body["tools"] = [{"functionDeclarations": [_tool(each, options) for each in tools]}]
        if settings.tool_choice is not None:
            body["toolConfig"] = {"functionCallingConfig": _tool_choice(settings.tool_choice)}
    generation = _generation(settings)
    if generation:
        body["generationConfig"] = generation
    sent = {key: each for key, each in body.items() if key in _SETTINGS}
    path = dialect.path.replace("{model}", quote(settings.model, safe=""))
    return Request(path=path, body=body, settings=sent)


def _generation(settings: Settings) -> JsonObject:
    given: dict[str, Json] = {
        "temperature": settings.temperature,
        "maxOutputTokens": settings.max_output_tokens,
        "seed": settings.seed,
    }
    return {name: value for name, value in given.items() if value is not None}


def _tool_choice(choice: ToolChoice) -> JsonObject:
    if isinstance(choice, NamedTool):
        return {"mode": "ANY", "allowedFunctionNames": [choice.name]}
    return {"mode": _MODES[choice]}


def _tool(tool: ToolDefinition, options: Options) -> JsonObject:
    declaration: JsonObject = {"name": tool.name}
    if tool.description:
        declaration["description"] = tool.description
    if options.schema_field == "parametersJsonSchema":
        declaration["parametersJsonSchema"] = tool.parameters
    elif not takes_no_arguments(tool.parameters):
        declaration["parameters"] = to_proto(tool.parameters)
    return declaration
