"""What both versions send of a call and of its result."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, ToolResultTurn
from toolspec.trace import ToolCall


def instructions(conversation: Conversation) -> str | None:
    """All instructions as one text: there may be one system message, and it comes first."""
    texts = [each.text for each in conversation if isinstance(each, SystemTurn)]
    return "\n\n".join(texts) if texts else None


def sent_call(own: Json, call: ToolCall) -> JsonObject:
    """The call as the provider wrote it; arguments that cannot be read are sent back as `{}`."""
    echoed = own if isinstance(own, dict) else {}
    arguments = echoed.get("arguments")
    is_fit = isinstance(arguments, dict) or (
        isinstance(arguments, str) and arguments.strip() != "" and call.arguments is not None
    )
    return {
        **{key: value for key, value in echoed.items() if value is not None},
        "name": call.name or "unnamed",
        "arguments": arguments if is_fit else call.arguments or {},
    }


def sent_result(result: ToolResultTurn) -> JsonObject:
    """The result as an object, the only form that is taken.

    Another value stands under `result`, an error under `error` unless it has one already.
    """
    content = result.content
    if isinstance(content, dict) and (not result.is_error or "error" in content):
        return content
    return {"error" if result.is_error else "result": content}
