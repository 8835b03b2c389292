r"""`Trace` ↔ one line of `attempts.jsonl`: JSON in UTF-8, letters unescaped, ended by `\n`."""

from __future__ import annotations

import json
import re
from math import isfinite

import orjson

from toolspec.jsontypes import Json, JsonObject
from toolspec.strict_json import MAX_DEPTH, is_too_deep
from toolspec.trace import Decision, ToolCall, Trace, TransportError, Usage

SCHEMA_VERSION = 1

# orjson reads integers beyond 64 bits as floats; a line with so many digits goes the exact way.
_LONG_NUMBER = re.compile(rb"[0-9]{19}")
_SURROGATE = re.compile("[\ud800-\udfff]")

# Deeper than a body (`MAX_DEPTH`) inside its event, and less than orjson's limit of 254.
_DEEPEST = MAX_DEPTH + 20


class RecordError(ValueError):
    """A line is not a record of this version."""


def to_line(trace: Trace) -> bytes:
    """Write a trace as one line. Half surrogate pairs become U+FFFD, and the record says so."""
    error = trace.transport_error
    record: JsonObject = {
        "schema_version": SCHEMA_VERSION,
        "attempt_id": trace.attempt_id,
        "spec": trace.spec,
        "target": trace.target,
        "provider": trace.provider,
        "model": trace.model,
        "model_returned": trace.model_returned,
        "case_id": trace.case_id,
        "variant": trace.variant,
        "attempt": trace.attempt,
        "status": trace.status,
        "elapsed_ms": trace.elapsed_ms,
        "transport_retries": trace.transport_retries,
        "usage": _usage_to_json(trace.usage),
        "request_settings": trace.request_settings,
        "transport_error": None if error is None else _error_to_json(error),
        "events": list(trace.events),
    }
    return encode(record) + b"\n"


def encode(record: JsonObject) -> bytes:
    """Write JSON in UTF-8; an integer of any size is exact.

    What has no place in such a file is replaced, and a field of the record says so: half surrogate
    pairs by U+FFFD (`replaced_surrogates`), what is nested too deep by a text (`cut_depth`).
    """
    try:
        return orjson.dumps(record)
    except TypeError:
        writable = _writable(record, 0)
        if _is_cut(record):
            writable["cut_depth"] = True
        text = _dump(writable)
        if _SURROGATE.search(text):
            text = _SURROGATE.sub("\ufffd", _dump({**writable, "replaced_surrogates": True}))
        return text.encode()


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _is_cut(value: Json) -> bool:
    """Whether anything is nested deeper than what is written; safe at any depth."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [child for each in level for child in _children(each)]
    return any(isinstance(each, dict | list) for each in level)


def _children(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _writable(value: Json, depth: int) -> Json:
    """The value without what JSON cannot hold (as orjson, null for a number that is none)."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if not isinstance(value, dict | list):
        return value
    if depth == _DEEPEST:
        return f"nested deeper than {_DEEPEST} levels"
    if isinstance(value, dict):
        return {key: _writable(each, depth + 1) for key, each in value.items()}
    return [_writable(each, depth + 1) for each in value]


def from_line(line: bytes) -> Trace:
    """Read one line; raises `RecordError` when it is not a record of this version."""
    record = decode(line)
    if not isinstance(record, dict) or record.get("schema_version") != SCHEMA_VERSION:
        raise RecordError(f"not a record of version {SCHEMA_VERSION}")
    try:
        return _trace(record)
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"a field is missing or odd: {error}") from error


def decode(line: bytes) -> Json:
    """Read JSON as `encode` wrote it; raises `RecordError`."""
    try:
        return json.loads(line) if _LONG_NUMBER.search(line) else orjson.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from error


def _trace(record: JsonObject) -> Trace:
    error = record["transport_error"]
    return Trace(
        attempt_id=record["attempt_id"],
        spec=record["spec"],
        target=record["target"],
        provider=record["provider"],
        model=record["model"],
        model_returned=record["model_returned"],
        case_id=record["case_id"],
        variant=record["variant"],
        attempt=record["attempt"],
        status=record["status"],
        events=tuple(record["events"]),
        elapsed_ms=record["elapsed_ms"],
        transport_retries=record["transport_retries"],
        usage=Usage(**record["usage"]),
        request_settings=record["request_settings"],
        transport_error=None if error is None else TransportError(**error),
        decision=_decision(record["events"]),
    )


def _decision(events: list[JsonObject]) -> Decision | None:
    """The first decision among the events."""
    for event in events:
        if event.get("event") == "decision":
            fields = {key: value for key, value in event.items() if key not in ("event", "step")}
            return decision_from_json(fields)
    return None


def decision_to_json(decision: Decision) -> JsonObject:
    """A decision as `toolspec decode` prints it and the journal keeps it, without `echo`.

    The provider's message stands in the `response` event already.
    """
    return {
        "kind": decision.kind,
        "reason": decision.reason,
        "text": decision.text,
        "calls": [_call_to_json(each) for each in decision.calls],
        "finish": decision.finish,
        "usage": _usage_to_json(decision.usage),
        "anomalies": list(decision.anomalies),
        "model": decision.model,
    }


def _call_to_json(call: ToolCall) -> JsonObject:
    return {
        "call_id": call.call_id,
        "name": call.name,
        "arguments": call.arguments,
        "raw_arguments": call.raw_arguments,
        "defect": call.defect,
    }


def _usage_to_json(usage: Usage) -> JsonObject:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "reasoning_tokens": usage.reasoning_tokens,
    }


def _error_to_json(error: TransportError) -> JsonObject:
    return {
        "kind": error.kind,
        "message": error.message,
        "status": error.status,
        "retryable": error.retryable,
        "retry_after_s": error.retry_after_s,
    }


def decision_from_json(fields: JsonObject) -> Decision:
    """The inverse of `decision_to_json`."""
    return Decision(
        **{
            **fields,
            "calls": tuple(ToolCall(**each) for each in fields["calls"]),
            "usage": Usage(**fields["usage"]),
            "anomalies": tuple(fields["anomalies"]),
        }
    )


def parse_body(data: bytes) -> tuple[Json, bool]:
    """A response body as JSON and true, or as text and false.

    Numbers that are not finite are not JSON, and what is nested too deep is kept as the text it is.
    """
    try:
        value = _read_body(data)
    except (ValueError, RecursionError):
        return data.decode("utf-8", errors="replace"), False
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH and is_too_deep(value):
        return data.decode("utf-8", errors="replace"), False
    return value, True


def _read_body(data: bytes) -> Json:
    try:
        if not _LONG_NUMBER.search(data):
            return orjson.loads(data)
    except ValueError:
        # Half surrogate pairs are JSON all the same; the stricter parser refuses them.
        pass
    text = data.decode("utf-8-sig", errors="replace")
    return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        _refuse_constant(text)
    return number


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")
