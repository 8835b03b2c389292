"""Reading responses: one message, whose plan stands beside its calls and is no answer by itself."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Calls, Reading, read_calls
from toolspec_adapters._reading.content import read_content, said
from toolspec_adapters._reading.error_body import ErrorBody, find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.model_faults import read_model_fault
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.usage import read_usage
from toolspec_adapters._reading.verdict import Answer

_CUT: Final = "max_tokens"
_FAILED: Final = frozenset({"error", "timeout"})
# A word of the first version of the API.
_FILTERED: Final = "error_toxic"


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    body = success_body(reply, "the response is not a chat response")
    if isinstance(body, TransportError):
        return body
    finish = body.get("finish_reason")
    word = finish.lower() if isinstance(finish, str) else ""
    if word in _FAILED:
        text = f"the provider reports the end `{word}`"
        failure = ErrorBody(message=text, text=text, codes=frozenset({word}))
        return transport_error(reply, failure)
    message = body.get("message")
    if message is None and word != _FILTERED:
        return empty_response(reply, "the response has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(body, message or {}, word, offered)


def _decision(
    body: JsonObject, message: JsonObject, word: str, offered: frozenset[str] | None
) -> Decision:
    limit_reached = word == _CUT
    calls = read_calls(message, Reading(offered, limit_reached))
    content = read_content(message.get("content"), None)
    plan = said(message.get("tool_plan"))
    answer = Answer(
        text=content.text or (plan if calls.calls else None),
        refusal=None,
        calls=calls.calls,
        finish=frozenset({"content_filter"} if word == _FILTERED else {word}),
        limit_reached=limit_reached,
    )
    finish = body.get("finish_reason")
    parts = Parts(
        answer=answer,
        finish=finish if isinstance(finish, str) else None,
        usage=read_usage(body.get("usage")),
        anomalies=(*calls.anomalies, *content.anomalies, *_oddities(word, plan, calls)),
        echo=message or None,
        reasoning=_thinking(message.get("content")),
    )
    return assemble(parts, offered)


def _oddities(word: str, plan: str | None, calls: Calls) -> list[str]:
    found = {
        "finish_without_calls": word == "tool_call" and not calls.calls,
        "plan_without_calls": plan is not None and not calls.calls,
    }
    return [name for name, is_so in found.items() if is_so]


def _thinking(content: Json) -> str | None:
    parts = content if isinstance(content, list) else []
    thoughts = (part.get("thinking") for part in parts if isinstance(part, dict))
    return said("".join(each for each in thoughts if isinstance(each, str)))
