"""Reading responses: one message; arguments are objects, ids may be missing."""

from __future__ import annotations

from dataclasses import replace
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

# Objects are the form of this format, and ids are newer than it.
_ORDINARY: Final = frozenset({"arguments_object", "missing_call_id"})
# The server only loaded the model or let it go.
_NO_ANSWER: Final = frozenset({"load", "unload"})


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    body = success_body(reply, "the response is not a chat response")
    if isinstance(body, TransportError):
        return body
    if body.get("done") is False:
        return unexpected_shape(reply, "the response is one part of a stream")
    message = body.get("message")
    if message is None or _text(body.get("done_reason")) in _NO_ANSWER:
        return empty_response(reply, "the response has no message")
    if not isinstance(message, dict):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(body, message, offered)


def _decision(body: JsonObject, message: JsonObject, offered: frozenset[str] | None) -> Decision:
    finish = _text(body.get("done_reason"))
    limit_reached = finish == "length"
    calls = read_calls(message, Reading(offered, limit_reached))
    content = read_content(message.get("content"), None)
    odd = [each for each in calls.anomalies if each not in _ORDINARY]
    parts = Parts(
        answer=Answer(
            text=content.text,
            refusal=None,
            calls=calls.calls,
            finish=frozenset({finish} if finish else ()),
            limit_reached=limit_reached,
        ),
        finish=finish,
        usage=read_usage(body),
        anomalies=(*odd, *content.anomalies),
        model=_text(body.get("model")),
        echo=message,
        reasoning=said(message.get("thinking")),
    )
    return _with_lost_output(assemble(parts, offered), parts)


def _with_lost_output(decision: Decision, parts: Parts) -> Decision:
    """Say so when tokens were written and nothing came: the server's parser dropped them."""
    written = parts.usage.output_tokens or 0
    # One token is the sign of the end.
    is_lost = decision.reason == "empty" and not parts.reasoning and written > 1
    if not is_lost or parts.answer.limit_reached:
        return decision
    return replace(decision, anomalies=(*decision.anomalies, "output_lost_by_server"))


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
