"""Writing responses of Ollama's chat, for the simulated model. It refuses in plain text."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec.provider import Answer


def answer(answer: Answer, model: str, dialect: Dialect) -> JsonObject:
    """Write the response in which a model says `answer`."""
    message: JsonObject = {"role": "assistant", "content": answer.text or answer.refusal or ""}
    if answer.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{place:08}",
                "function": {"index": place, "name": each.tool, "arguments": each.arguments},
            }
            for place, each in enumerate(answer.calls)
        ]
    return {
        "model": model,
        "created_at": "1970-01-01T00:00:00Z",
        "message": message,
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 0,
        "eval_count": 0,
    }


def answer_error(status: int, kind: str, message: str) -> JsonObject:
    """Write the body of an error."""
    return {"error": message}
