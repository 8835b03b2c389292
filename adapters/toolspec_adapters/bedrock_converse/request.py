"""From the canonical conversation, tools and settings to one request of Converse."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Conversation, NamedTool, Request, Settings, ToolChoice, ToolDefinition
from toolspec_adapters._writing.fields import put
from toolspec_adapters.bedrock_converse.blocks import is_call
from toolspec_adapters.bedrock_converse.messages import to_messages
from toolspec_adapters.bedrock_converse.options import options_of

# There is no word for `none`.
_WORDS: Final = {"auto": "auto", "required": "any"}


def lower(
    conversation: Conversation,
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    dialect: Dialect,
) -> Request:
    """Make the request for `/converse`; the model is named by the path.

    The format has no seed and no word for parallel calls. Raises `ValueError` for a tool result
    that answers no call of the turn before it.
    """
    takes_status = options_of(dialect).takes_status(settings.model)
    instructions, messages = to_messages(conversation, takes_status)
    body: JsonObject = {}
    if instructions:
        body["system"] = [{"text": each} for each in instructions]
    body["messages"] = messages
    declared = list(map(_tool, tools)) or _tools_of_history(messages)
    choice = _tool_choice(settings.tool_choice) if tools else None
    if declared:
        body["toolConfig"] = {"tools": declared, **({"toolChoice": choice} if choice else {})}
    inference: JsonObject = {}
    put(inference, "maxTokens", settings.max_output_tokens)
    put(inference, "temperature", settings.temperature)
    if inference:
        body["inferenceConfig"] = inference
    sent: JsonObject = {"inferenceConfig": inference} if inference else {}
    if choice:
        sent["toolConfig"] = {"toolChoice": choice}
    path = dialect.path.replace("{model}", quote(settings.model, safe=""))
    return Request(path=path, body=body, settings=sent)


def _tool(tool: ToolDefinition) -> JsonObject:
    described: JsonObject = {"description": tool.description} if tool.description else {}
    strict: JsonObject = {"strict": True} if tool.strict else {}
    return {
        "toolSpec": {
            "name": tool.name,
            **described,
            "inputSchema": {"json": tool.parameters},
            **strict,
        }
    }


def _tool_choice(choice: ToolChoice | None) -> JsonObject | None:
    if isinstance(choice, NamedTool):
        return {"tool": {"name": choice.name}}
    word = _WORDS.get(choice or "")
    return None if word is None else {word: {}}


def _tools_of_history(messages: list[JsonObject]) -> list[JsonObject]:
    """Tools by the names in the history: with calls in it, the server wants `toolConfig` to stay.

    Nothing is offered by this: a call in the answer is unsolicited.
    """
    blocks = (each for message in messages for each in message["content"])
    names = dict.fromkeys(each["toolUse"]["name"] for each in blocks if is_call(each))
    return [
        {"toolSpec": {"name": each, "inputSchema": {"json": {"type": "object"}}}} for each in names
    ]
