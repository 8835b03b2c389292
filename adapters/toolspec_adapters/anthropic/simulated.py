"""Writing responses of this format, for the simulated model."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`; a refusal is a reason to stop."""
    content: list[JsonObject] = []
    if answer.text is not None:
        content.append({"type": "text", "text": answer.text})
    content.extend(
        {"type": "tool_use", "id": f"toolu_{place}", "name": each.tool, "input": each.arguments}
        for place, each in enumerate(answer.calls)
    )
    details: JsonObject = {"type": "refusal", "category": None, "explanation": answer.refusal}
    return {
        "id": "msg_toolspec",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": _stop_reason(answer),
        "stop_sequence": None,
        "stop_details": None if answer.refusal is None else details,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }


def _stop_reason(answer: Answer) -> str:
    if answer.refusal is not None:
        return "refusal"
    return "tool_use" if answer.calls else "end_turn"


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": None}
