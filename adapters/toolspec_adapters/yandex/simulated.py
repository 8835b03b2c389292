"""Writing completion responses, for the simulated model."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`.

    A message has calls or a text and never both, so a text beside calls is left out; a refusal is
    an answer of the filter.
    """
    message: JsonObject = {"role": "assistant"}
    status = "ALTERNATIVE_STATUS_FINAL"
    if answer.calls and answer.refusal is None:
        status = "ALTERNATIVE_STATUS_TOOL_CALLS"
        calls = [
            {"functionCall": {"name": each.tool, "arguments": each.arguments}}
            for each in answer.calls
        ]
        message["toolCallList"] = {"toolCalls": calls}
    else:
        message["text"] = answer.refusal or answer.text or ""
        if answer.refusal is not None:
            status = "ALTERNATIVE_STATUS_CONTENT_FILTER"
    alternative = {"message": message, "status": status}
    return {"result": {"alternatives": [alternative], "modelVersion": model}}


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    error: JsonObject = {"httpCode": status, "httpStatus": kind, "message": message, "details": []}
    return {"error": error}
