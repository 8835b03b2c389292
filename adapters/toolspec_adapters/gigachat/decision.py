"""From one response of either version to a decision of the model, or to a fault of the plumbing.

Nothing here raises for any JSON value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, ToolCall, TransportError, Usage
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.error_body import find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.object_calls import read_object_calls
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.verdict import Answer
from toolspec_adapters.gigachat.said import Said, said_in_choice, said_in_messages

_FILTERED: Final = "blacklist"
# The model wrote arguments that the service could not read; it comes with status 200.
_BAD_ARGUMENTS: Final = "error"
_COUNTS: Final = {
    "input_tokens": ("input_tokens", "prompt_tokens"),
    "output_tokens": ("output_tokens", "completion_tokens"),
    "cached_tokens": ("precached_prompt_tokens", "cached_tokens"),
    "reasoning_tokens": ("reasoning_tokens",),
}


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; `offered` null means that the tools of the request are unknown.

    A call has the provider's id only where v2 gives one. Arguments are objects or, on some models,
    the JSON text of one; `raw_arguments` keeps the form.
    """
    fault = _fault(reply)
    if fault is not None:
        return fault
    body = success_body(reply, "the response is not a chat completion")
    if isinstance(body, TransportError):
        return body
    said = _said(body, reply)
    return said if isinstance(said, TransportError) else _decision(said, body, offered)


def _fault(reply: Reply) -> TransportError | None:
    """Find an error: `{"status", "message"}`, which may come with status 200 from a gateway."""
    body = reply.body
    if reply.status < 400 and reply.is_json and isinstance(body, dict):
        status = body.get("status")
        if isinstance(status, int) and 400 <= status <= 599:
            reply = replace(reply, status=status)
        else:
            # The finish word `error` speaks of the model, and not of the service.
            reply = replace(reply, body={**body, "choices": None})
    error = find_error(reply)
    return None if error is None else transport_error(reply, error)


def _said(body: JsonObject, reply: Reply) -> Said | TransportError:
    messages = body.get("messages")
    if isinstance(messages, list) and "choices" not in body:
        if not messages and body.get("finish_reason") != _FILTERED:
            return empty_response(reply, "the response has no messages")
        return said_in_messages(body, messages)
    choices = body.get("choices")
    if choices is None or choices == []:
        return empty_response(reply, "the response has no choices")
    choice = choices[0] if isinstance(choices, list) else None
    if not isinstance(choice, dict):
        return unexpected_shape(reply, "the first choice is not an object")
    message = choice.get("message")
    if message is None and choice.get("finish_reason") != _FILTERED:
        return empty_response(reply, "the first choice has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return said_in_choice(choices, choice, message or {})


def _decision(said: Said, body: JsonObject, offered: frozenset[str] | None) -> Decision:
    limit_reached = said.finish == "length"
    read = read_object_calls(said.functions, Reading(offered, limit_reached))
    is_bad = said.finish == _BAD_ARGUMENTS
    calls = tuple(map(_refused, read.calls)) if is_bad else read.calls
    answer = Answer(
        text=said.text,
        refusal=None,
        calls=calls,
        finish=frozenset({"content_filter"} if said.finish == _FILTERED else ()),
        limit_reached=limit_reached,
    )
    promised = ("finish_without_calls",) if said.finish == "function_call" and not calls else ()
    model = body.get("model")
    parts = Parts(
        answer=answer,
        finish=said.finish,
        usage=_usage(body.get("usage")),
        anomalies=(*read.anomalies, *said.anomalies, *promised),
        model=model if isinstance(model, str) else None,
        echo=said.echo,
        reasoning=said.reasoning,
    )
    decision = assemble(parts, offered)
    return replace(decision, kind="invalid", reason="malformed_arguments") if is_bad else decision


def _refused(call: ToolCall) -> ToolCall:
    """The call that the service itself calls broken."""
    return replace(call, arguments=None, defect=call.defect or "malformed_call")


def _usage(usage: Json) -> Usage:
    """Read the counts of either version; details stand one level deeper."""
    given = usage if isinstance(usage, dict) else {}
    details = given.get("input_tokens_details")
    given = {**(details if isinstance(details, dict) else {}), **given}
    return Usage(**{field: _count(given, names) for field, names in _COUNTS.items()})


def _count(given: JsonObject, names: tuple[str, ...]) -> int | None:
    found = (given.get(each) for each in names)
    numbers = (each for each in found if isinstance(each, int) and not isinstance(each, bool))
    return next((each for each in numbers if each >= 0), None)
