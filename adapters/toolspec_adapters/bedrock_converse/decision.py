"""From one response to a decision of the model, or to a fault of the plumbing.

The name of an error is not in its body but in a header, and a guardrail's answer is a success.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.error_body import find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.model_faults import read_model_fault
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.verdict import Answer
from toolspec_adapters.bedrock_converse.blocks import Said, read_blocks
from toolspec_adapters.bedrock_converse.usage import read_usage

_CUT: Final = frozenset({"max_tokens", "model_context_window_exceeded"})
_FILTERS: Final = frozenset({"guardrail_intervened", "content_filtered"})
_MALFORMED: Final = frozenset({"malformed_model_output", "malformed_tool_use"})
_CALLED: Final = "tool_use"
_KNOWN: Final = _CUT | _FILTERS | _MALFORMED | {_CALLED, "end_turn", "stop_sequence"}


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    body = success_body(reply, "the body is not a response of Converse")
    if isinstance(body, TransportError):
        return body
    word = body.get("stopReason")
    output = body.get("output")
    message = output.get("message") if isinstance(output, dict) else output
    if message is None and word not in (*_FILTERS, *_MALFORMED):
        return empty_response(reply, "the response has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(body, message or {}, word if isinstance(word, str) else None, offered)


def _decision(
    body: JsonObject, message: JsonObject, word: str | None, offered: frozenset[str] | None
) -> Decision:
    limit_reached = word in _CUT
    read = read_blocks(message.get("content"), Reading(offered, limit_reached))
    finish = {"content_filter"} if word in _FILTERS else {word} if word else set()
    answer = Answer(
        text=read.text,
        refusal=None,
        calls=read.calls,
        finish=frozenset(finish),
        limit_reached=limit_reached,
    )
    parts = Parts(
        answer=answer,
        finish=word,
        usage=read_usage(body.get("usage")),
        anomalies=(*read.anomalies, *_oddities(word, read)),
        model=_routed_model(body.get("trace")),
        echo=message or None,
        reasoning=read.reasoning,
    )
    return assemble(parts, offered)


def _oddities(word: str | None, read: Said) -> list[str]:
    """Name what the envelope shows, beyond its blocks."""
    found = {
        "finish_without_calls": word == _CALLED and not read.calls,
        "unknown_finish": word is not None and word not in _KNOWN,
        "another_call_malformed": word in _MALFORMED and bool(read.calls),
    }
    return [name for name, is_so in found.items() if is_so]


def _routed_model(trace: Json) -> str | None:
    """The model that a prompt router chose; no other response names its model."""
    router = trace.get("promptRouter") if isinstance(trace, dict) else None
    model = router.get("invokedModelId") if isinstance(router, dict) else None
    return model if isinstance(model, str) else None
