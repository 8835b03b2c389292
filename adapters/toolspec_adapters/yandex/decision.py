"""From one response to a decision of the model, or to a fault of the plumbing; never an exception.

Both forms of an answer are read: inside `result`, as REST gives it, and bare, as gRPC's JSON does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError, Usage
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.content import said
from toolspec_adapters._reading.error_body import find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.object_calls import read_object_calls
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.verdict import Answer
from toolspec_adapters.yandex.messages import calls_in
from toolspec_adapters.yandex.oddities import has_integral_floats, is_pseudo_call

_FILTERED: Final = "ALTERNATIVE_STATUS_CONTENT_FILTER"
_CUT: Final = "ALTERNATIVE_STATUS_TRUNCATED_FINAL"
_PARTIAL: Final = "ALTERNATIVE_STATUS_PARTIAL"
_CALLS: Final = "ALTERNATIVE_STATUS_TOOL_CALLS"

# The HTTP status of a gRPC status, for an error that comes inside a success.
_HTTP_STATUS: Final = {
    3: 400,  # invalid argument
    4: 504,  # deadline exceeded
    5: 404,  # not found
    7: 403,  # permission denied
    8: 429,  # resource exhausted
    13: 500,  # internal
    14: 503,  # unavailable
    16: 401,  # unauthenticated
}


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; `offered` null means that the tools of the request are unknown.

    Calls never have an id. Whole numbers may come as `5.0`; they stay as they came.
    """
    reply = _with_status(reply)
    error = find_error(reply)
    if error is not None:
        return transport_error(reply, error)
    body = success_body(reply, "the response is not a completion")
    if isinstance(body, TransportError):
        return body
    inner = body.get("result")
    return _read_result(inner if isinstance(inner, dict) else body, reply, offered)


def _with_status(reply: Reply) -> Reply:
    """The reply with the status that its body speaks of: a gRPC status in a success is an error."""
    body = reply.body
    if reply.status >= 400 or not reply.is_json or not isinstance(body, dict):
        return reply
    error = body.get("error")
    source = error if isinstance(error, dict) else body
    if source is body and not ("code" in body and "message" in body):
        return reply
    status, code = source.get("httpCode"), source.get("grpcCode", source.get("code"))
    if not isinstance(status, int):
        status = _HTTP_STATUS.get(code) if isinstance(code, int) else None
    return reply if status is None or status < 400 else replace(reply, status=status)


def _read_result(
    result: JsonObject, reply: Reply, offered: frozenset[str] | None
) -> Decision | TransportError:
    alternatives = result.get("alternatives")
    if alternatives is None or alternatives == []:
        return empty_response(reply, "the response has no alternatives")
    first = alternatives[0] if isinstance(alternatives, list) else None
    if not isinstance(first, dict):
        return unexpected_shape(reply, "the first alternative is not an object")
    message = first.get("message")
    if message is None and first.get("status") != _FILTERED:
        return empty_response(reply, "the first alternative has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(result, first, message or {}, offered)


def _decision(
    result: JsonObject, first: JsonObject, message: JsonObject, offered: frozenset[str] | None
) -> Decision:
    status = first.get("status")
    limit_reached = status == _CUT
    functions = [
        each.get("functionCall", each) if isinstance(each, dict) else each
        for each in calls_in(message)
    ]
    read = read_object_calls(functions, Reading(offered, limit_reached))
    answer = Answer(
        text=said(message.get("text")),
        refusal=None,
        calls=read.calls,
        finish=frozenset({"content_filter"} if status == _FILTERED else ()),
        limit_reached=limit_reached,
    )
    model = result.get("modelVersion")
    parts = Parts(
        answer=answer,
        finish=status if isinstance(status, str) else None,
        usage=_usage(result.get("usage")),
        anomalies=(*read.anomalies, *_oddities(result, status, answer)),
        model=model if isinstance(model, str) else None,
        echo=message or None,
    )
    decision = assemble(parts, offered)
    if decision.kind == "text" and is_pseudo_call(decision.text or "", offered):
        return replace(decision, kind="invalid", reason="text_tool_call")
    return decision


def _oddities(result: JsonObject, status: Json, answer: Answer) -> list[str]:
    found = {
        "several_alternatives": len(result["alternatives"]) > 1,
        "partial_answer": status == _PARTIAL,
        "finish_without_calls": status == _CALLS and not answer.calls,
        "integral_floats": any(has_integral_floats(each.arguments) for each in answer.calls),
    }
    return [name for name, is_so in found.items() if is_so]


def _usage(usage: Json) -> Usage:
    given = usage if isinstance(usage, dict) else {}
    details = given.get("completionTokensDetails")
    return Usage(
        input_tokens=_count(given.get("inputTextTokens")),
        output_tokens=_count(given.get("completionTokens")),
        reasoning_tokens=_count(
            details.get("reasoningTokens") if isinstance(details, dict) else None
        ),
    )


def _count(number: Json) -> int | None:
    """A 64-bit integer, which protobuf's JSON writes as a text."""
    if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 20:
        return int(number)
    is_whole = isinstance(number, int) and not isinstance(number, bool) and number >= 0
    return number if is_whole else None
