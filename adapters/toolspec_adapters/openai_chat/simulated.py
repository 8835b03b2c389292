"""Writing responses of Chat Completions, for the simulated model."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer
from toolspec_adapters._writing.texts import json_text


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the completion in which a model says `answer`."""
    message: JsonObject = {
        "role": "assistant",
        "content": answer.text,
        "refusal": answer.refusal,
    }
    if answer.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {"name": each.tool, "arguments": json_text(each.arguments)},
            }
            for place, each in enumerate(answer.calls)
        ]
    finish = "tool_calls" if answer.calls else "stop"
    return {
        "id": "chatcmpl-toolspec",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": kind}}
