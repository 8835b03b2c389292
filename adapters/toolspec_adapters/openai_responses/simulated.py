"""Writing responses of this format, for the simulated model."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer
from toolspec_adapters._writing.texts import json_text


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`."""
    content: list[JsonObject] = []
    if answer.text is not None:
        content.append({"type": "output_text", "text": answer.text, "annotations": []})
    if answer.refusal is not None:
        content.append({"type": "refusal", "refusal": answer.refusal})
    message: JsonObject = {
        "type": "message",
        "id": "msg_toolspec",
        "role": "assistant",
        "status": "completed",
        "content": content,
    }
    calls: list[JsonObject] = [
        {
            "type": "function_call",
            "id": f"fc_{place}",
            "call_id": f"call_{place}",
            "name": each.tool,
            "arguments": json_text(each.arguments),
            "status": "completed",
        }
        for place, each in enumerate(answer.calls)
    ]
    return {
        "id": "resp_toolspec",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "model": model,
        "output": [*([message] if content else []), *calls],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": kind}}
