"""Writing responses of this format, for the simulated model."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer

_SIGNATURE: Final = "dG9vbHNwZWM="
_STATUS_WORDS: Final = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`; a refusal is that of its filter."""
    if answer.refusal is not None:
        return {
            "promptFeedback": {
                "blockReason": "PROHIBITED_CONTENT",
                "blockReasonMessage": answer.refusal,
            },
            "modelVersion": model,
            "responseId": "toolspec",
        }
    parts: list[JsonObject] = [] if answer.text is None else [{"text": answer.text}]
    for place, call in enumerate(answer.calls):
        function: JsonObject = {
            "id": f"call_{place}",
            "name": call.tool,
            "args": call.arguments,
        }
        # Only the first call of an answer is signed.
        signature: JsonObject = {} if place else {"thoughtSignature": _SIGNATURE}
        parts.append({"functionCall": function, **signature})
    content: JsonObject = {"role": "model", "parts": parts}
    return {
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "modelVersion": model,
        "responseId": "toolspec",
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    word = _STATUS_WORDS.get(status, kind.upper())
    return {"error": {"code": status, "message": message, "status": word}}
