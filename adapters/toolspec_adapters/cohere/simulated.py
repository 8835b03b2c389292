"""Writing responses of Cohere's chat, for the simulated model. It refuses in plain text."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer
from toolspec_adapters._writing.texts import json_text


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`; text beside calls is their plan."""
    message: JsonObject = {"role": "assistant"}
    text = answer.text or answer.refusal
    if answer.calls:
        message["tool_plan"] = text or ""
        message["tool_calls"] = [
            {
                "id": f"{each.tool}_{place}",
                "type": "function",
                "function": {"name": each.tool, "arguments": json_text(each.arguments)},
            }
            for place, each in enumerate(answer.calls)
        ]
    elif text is not None:
        message["content"] = [{"type": "text", "text": text}]
    tokens = {"input_tokens": 0, "output_tokens": 0}
    return {
        "id": "toolspec",
        "finish_reason": "TOOL_CALL" if answer.calls else "COMPLETE",
        "message": message,
        "usage": {"billed_units": tokens, "tokens": tokens},
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {"id": "toolspec", "message": message}
