"""From one Chat Completions response to a decision of the model, or to a fault of the plumbing.

An error comes first, wherever it stands: an answer beside an error is not an answer. Nothing here
raises for any JSON value.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading, read_calls
from toolspec_adapters._reading.content import read_content, said
from toolspec_adapters._reading.error_body import find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.model_faults import read_model_fault
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.usage import read_usage
from toolspec_adapters._reading.verdict import Answer

# OpenAI's own word, and those of upstreams that OpenRouter gives as `native_finish_reason`.
_CUT: Final = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_FILTER: Final = "content_filter"
# Z.ai's word for it.
_FILTER_WORDS: Final = frozenset({_FILTER, "sensitive"})
_REASONING: Final = ("reasoning_content", "reasoning")


def read_chat_completion(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response.

    `offered` holds the names of the tools in the request; null means unknown, and then no call
    is called unknown or unsolicited.
    """
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    return _read_body(reply, offered)


def _read_body(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    body = success_body(reply, "the response is not a chat completion")
    if isinstance(body, TransportError):
        return body
    choices = body.get("choices")
    if choices is None or choices == []:
        return empty_response(reply, "the response has no choices")
    choice = choices[0] if isinstance(choices, list) else None
    if not isinstance(choice, dict):
        return unexpected_shape(reply, "the first choice is not an object")
    message = choice.get("message")
    if message is None and _FILTER not in _finish_words(choice):
        return empty_response(reply, "the first choice has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(body, choice, message or {}, offered)


def _decision(
    body: JsonObject, choice: JsonObject, message: JsonObject, offered: frozenset[str] | None
) -> Decision:
    finish = _finish_words(choice)
    content = read_content(message.get("content"), message.get("refusal"))
    limit_reached = not _CUT.isdisjoint(finish)
    calls = read_calls(message, Reading(offered, limit_reached))
    answer = Answer(
        text=content.text,
        refusal=content.refusal,
        calls=calls.calls,
        finish=finish,
        limit_reached=limit_reached,
    )
    parts = Parts(
        answer=answer,
        finish=_text(choice.get("finish_reason")),
        usage=read_usage(body.get("usage")),
        anomalies=(*calls.anomalies, *content.anomalies, *_oddities(body, choice, answer)),
        model=_text(body.get("model")),
        echo=message or None,
        reasoning=next((each for each in map(said, map(message.get, _REASONING)) if each), None),
    )
    return assemble(parts, offered)


def _oddities(body: JsonObject, choice: JsonObject, answer: Answer) -> list[str]:
    """Name what the envelope shows, beyond its single calls and parts."""
    word = _text(choice.get("finish_reason"))
    found = {
        "several_choices": len(body["choices"]) > 1,
        "finish_without_calls": word in ("tool_calls", "function_call") and not answer.calls,
        "finish_hides_truncation": answer.limit_reached and word not in _CUT,
    }
    return [name for name, is_so in found.items() if is_so]


def _finish_words(choice: JsonObject) -> frozenset[str]:
    words = (choice.get("finish_reason"), choice.get("native_finish_reason"))
    lower = frozenset(word.lower() for word in words if isinstance(word, str))
    return lower if _FILTER_WORDS.isdisjoint(lower) else lower | {_FILTER}


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
