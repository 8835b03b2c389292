"""Writing responses of Mistral's chat, for the simulated model. It refuses in plain text."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer
from toolspec_adapters._writing.texts import json_text


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the completion in which a model says `answer`."""
    message: JsonObject = {
        "role": "assistant",
        "content": answer.text or answer.refusal or "",
        "tool_calls": None,
    }
    if answer.calls:
        message["tool_calls"] = [
            {
                "id": f"call{place:05}",
                "index": place,
                "function": {"name": each.tool, "arguments": json_text(each.arguments)},
            }
            for place, each in enumerate(answer.calls)
        ]
    finish = "tool_calls" if answer.calls else "stop"
    return {
        "id": "cmpl-toolspec",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {
        "object": "error",
        "message": message,
        "type": kind,
        "param": None,
        "code": None,
        "raw_status_code": status,
    }
