"""From one response to a decision of the model, or to a fault of the plumbing.

There is no word for why an answer ended: `status` says whether it did, `incomplete_details.reason`
what cut it. A response that failed comes with HTTP 200 and its error inside.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading
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
from toolspec_adapters.openai_responses.output import read_output

_CUT: Final = frozenset({"max_output_tokens", "max_tokens", "length"})
_FILTER: Final = "content_filter"


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply) or _silent_failure(reply.body)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    body = success_body(reply, "the body is not a response")
    if isinstance(body, TransportError):
        return body
    if body.get("status") in ("queued", "in_progress"):
        return unexpected_shape(reply, "the response is not finished")
    output = body.get("output")
    if output is None:
        return empty_response(reply, "the response has no output")
    if not isinstance(output, list):
        return unexpected_shape(reply, "the output is not a list")
    return _decision(body, output, offered)


def _silent_failure(body: Json) -> ErrorBody | None:
    """The error of a response that did not finish and does not say why."""
    status = body.get("status") if isinstance(body, dict) else None
    if status not in ("failed", "cancelled"):
        return None
    message = f"the response is {status}, without a reason"
    return ErrorBody(message=message, text=message)


def _decision(body: JsonObject, items: list[Json], offered: frozenset[str] | None) -> Decision:
    details = body.get("incomplete_details")
    reason = _text(details.get("reason")) if isinstance(details, dict) else None
    status = _text(body.get("status"))
    limit_reached = reason in _CUT
    output = read_output(items, Reading(offered, limit_reached))
    is_unexplained = status == "incomplete" and not limit_reached and reason != _FILTER
    answer = Answer(
        text=output.text,
        refusal=output.refusal,
        calls=output.calls,
        finish=frozenset(each.lower() for each in (status, reason) if each),
        limit_reached=limit_reached,
    )
    parts = Parts(
        answer=answer,
        finish=reason or status,
        usage=read_usage(body.get("usage")),
        anomalies=(*output.anomalies, *(("unknown_finish",) if is_unexplained else ())),
        model=_text(body.get("model")),
        echo=items or None,
        reasoning=output.reasoning,
    )
    return assemble(parts, offered)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
