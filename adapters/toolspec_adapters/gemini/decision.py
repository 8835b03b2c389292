"""From one response to a decision of the model, or to a fault of the plumbing.

`STOP` ends texts and calls alike. A blocked prompt has a reason and no candidate; a call that the
server could not read, or would not have, is a finish reason and often nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, ToolCall, TransportError, Usage
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
from toolspec_adapters._reading.verdict import Answer
from toolspec_adapters.gemini.parts import Said, read_parts

_CUT: Final = frozenset({"MAX_TOKENS", "CONTINUATION"})
_FILTERS: Final = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "ESCALATION",
        "MODEL_ARMOR",
        "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION",
    }
)
_UNASKED: Final = "UNEXPECTED_TOOL_CALL"
_MALFORMED: Final = frozenset({"MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE"})
_OTHER_WORDS: Final = frozenset({"STOP", "OTHER", "TOO_MANY_TOOL_CALLS", "IMAGE_OTHER", "NO_IMAGE"})
_KNOWN: Final = _CUT | _FILTERS | _MALFORMED | _OTHER_WORDS | {_UNASKED}

# Finish reasons that tell of the request or the account, and not of the model.
_FAULTS: Final = {
    "MISSING_THOUGHT_SIGNATURE": ErrorBody(
        message="the history lacks a thought signature",
        text="the history lacks a thought_signature",
    ),
    "PUP_LIMITED_DISABLED": ErrorBody(
        message="the account is limited for violations of the use policy",
        text="",
        codes=frozenset({"permission_error"}),
    ),
}


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    return _read_body(reply, offered)


def _read_body(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    body = success_body(reply, "the body is not a response")
    if isinstance(body, TransportError):
        return body
    candidates = body.get("candidates")
    if candidates is None or candidates == []:
        return _blocked(body) or empty_response(reply, "the response has no candidates")
    candidate = candidates[0] if isinstance(candidates, list) else None
    content = candidate.get("content") if isinstance(candidate, dict) else None
    if not isinstance(candidate, dict) or not isinstance(content, dict | None):
        return unexpected_shape(reply, "the first candidate has not the shape of one")
    fault = _FAULTS.get(_word(candidate) or "")
    if fault is not None and not (content or {}).get("parts"):
        return transport_error(reply, fault)
    return _decision(body, candidate, content or {}, offered)


def _blocked(body: JsonObject) -> Decision | None:
    """The decision of a filter on the prompt, null when none is named."""
    feedback = body.get("promptFeedback")
    reason = feedback.get("blockReason") if isinstance(feedback, dict) else None
    if not isinstance(feedback, dict) or reason is None:
        return None
    return Decision(
        kind="refusal",
        reason="provider_filter",
        text=_text(feedback.get("blockReasonMessage")),
        finish=str(reason),
        usage=_usage(body.get("usageMetadata")),
        model=_text(body.get("modelVersion")),
    )


def _decision(
    body: JsonObject, candidate: JsonObject, content: JsonObject, offered: frozenset[str] | None
) -> Decision:
    word = _word(candidate)
    limit_reached = word in _CUT
    read = read_parts(content.get("parts"), Reading(offered, limit_reached))
    calls = tuple(map(_unasked, read.calls)) if word == _UNASKED else read.calls
    finish = {"content_filter"} if word in _FILTERS else {word.lower()} if word else set()
    answer = Answer(
        text=read.text,
        refusal=None,
        calls=calls,
        finish=frozenset(finish),
        limit_reached=limit_reached,
    )
    parts = Parts(
        answer=answer,
        finish=word,
        usage=_usage(body.get("usageMetadata")),
        anomalies=(*read.anomalies, *_oddities(body, word, read)),
        model=_text(body.get("modelVersion")),
        echo=content or None,
        reasoning=read.reasoning,
    )
    return _explained(assemble(parts, offered), candidate)


def _unasked(call: ToolCall) -> ToolCall:
    """The call with what the server says of it: it was not to be made."""
    return replace(call, defect=call.defect or "unsolicited")


def _explained(decision: Decision, candidate: JsonObject) -> Decision:
    """The decision with what the server says of a call that it does not show."""
    if decision.finish == _UNASKED and decision.reason == "empty":
        decision = replace(decision, reason="unsolicited")
    is_told = decision.finish in _MALFORMED or decision.finish == _UNASKED
    if decision.kind == "invalid" and is_told and not decision.calls and not decision.text:
        return replace(decision, text=_text(candidate.get("finishMessage")))
    return decision


def _oddities(body: JsonObject, word: str | None, read: Said) -> list[str]:
    """Name what the envelope shows, beyond its parts."""
    found = {
        "several_choices": len(body["candidates"]) > 1,
        "unknown_finish": word is not None and word not in _KNOWN,
        "another_call_malformed": word in _MALFORMED and bool(read.calls),
    }
    return [name for name, is_so in found.items() if is_so]


def _word(candidate: JsonObject) -> str | None:
    """The finish reason as it came; as a number too, which some clients ask for."""
    reason = candidate.get("finishReason")
    return str(reason) if isinstance(reason, str | int) else None


def _usage(usage: Json) -> Usage:
    """The token counts. Google counts thoughts apart from the answer; here both are output."""
    counts = usage if isinstance(usage, dict) else {}
    answered, thought = (
        _count(counts, name) for name in ("candidatesTokenCount", "thoughtsTokenCount")
    )
    output = None if answered is None and thought is None else (answered or 0) + (thought or 0)
    return Usage(
        input_tokens=_count(counts, "promptTokenCount"),
        output_tokens=output,
        cached_tokens=_count(counts, "cachedContentTokenCount"),
        reasoning_tokens=thought,
    )


def _count(counts: Mapping[str, Json], name: str) -> int | None:
    value = counts.get(name)
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if isinstance(value, int) and is_count else None


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
