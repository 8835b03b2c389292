"""Writing responses of both versions, for the simulated model."""

from __future__ import annotations

from typing import Final

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer

_STATE: Final = "00000000-0000-4000-8000-000000000000"


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`; of several calls v1 can say the first.

    A refusal is an answer of the filter: the models have no other way to mark one.
    """
    if dialect.options.get("version") == 2:
        return _second(answer, model)
    return _first(answer, model)


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error; the format has no place for `kind`."""
    return {"status": status, "message": message or kind}


def _first(answer: Answer, model: str) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": answer.refusal or answer.text or ""}
    if answer.calls:
        call = answer.calls[0]
        message["function_call"] = {"name": call.tool, "arguments": call.arguments}
        message["functions_state_id"] = _STATE
    return {
        "choices": [{"message": message, "index": 0, "finish_reason": _finish(answer)}],
        "created": 0,
        "model": model,
        "object": "chat.completion",
    }


def _second(answer: Answer, model: str) -> JsonObject:
    text = answer.refusal or answer.text
    parts: list[JsonObject] = [] if text is None else [{"text": text}]
    parts += [
        {"function_call": {"name": each.tool, "arguments": each.arguments}} for each in answer.calls
    ]
    message: JsonObject = {"role": "assistant", "content": parts}
    if answer.calls:
        message["tool_state_id"] = _STATE
    return {
        "model": model,
        "created_at": 0,
        "messages": [message],
        "finish_reason": _finish(answer),
    }


def _finish(answer: Answer) -> str:
    if answer.refusal is not None:
        return "blacklist"
    return "function_call" if answer.calls else "stop"
