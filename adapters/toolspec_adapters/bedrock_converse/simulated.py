"""Writing responses of Converse, for the simulated model. It is refused by a guardrail."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer

_EXCEPTIONS: Final = {
    400: "ValidationException",
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    408: "ModelTimeoutException",
    424: "ModelErrorException",
    429: "ThrottlingException",
    500: "InternalServerException",
    503: "ServiceUnavailableException",
}


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`; it does not name the model."""
    text = answer.text if answer.refusal is None else answer.refusal
    content: list[JsonObject] = [] if text is None else [{"text": text}]
    for place, call in enumerate(answer.calls):
        call_id = f"tooluse_{place}"
        content.append(
            {"toolUse": {"toolUseId": call_id, "name": call.tool, "input": call.arguments}}
        )
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": _stop_reason(answer),
        "usage": {"inputTokens": 0, "outputTokens": 0, "totalTokens": 0},
        "metrics": {"latencyMs": 0},
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error; its name stands in `__type`, as in a header of the provider."""
    return {"__type": _EXCEPTIONS.get(status, kind), "message": message}


def _stop_reason(answer: Answer) -> str:
    if answer.refusal is not None:
        return "guardrail_intervened"
    return "tool_use" if answer.calls else "end_turn"
