"""`Trace` ↔ one line of `attempts.jsonl`: JSON in UTF-8, letters unescaped, one `\\n` at the end."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import Any

import orjson

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import Decision, ToolCall, Trace, TransportError, Usage

SCHEMA_VERSION = 1

# orjson reads integers beyond 64 bits as floats; a line with so many digits goes the exact way.
_LONG_NUMBER = re.compile(rb"[0-9]{19}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class RecordError(ValueError):
    """A line is not a record of this version."""


def to_line(trace: Trace) -> bytes:
    """Write a trace as one line. Half surrogate pairs become U+FFFD, and the record says so."""
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
        "usage": asdict(trace.usage),
        "request_settings": trace.request_settings,
        "transport_error": None if trace.transport_error is None else asdict(trace.transport_error),
        "events": list(trace.events),
    }
    return encode(record) + b"\n"


def encode(record: JsonObject) -> bytes:
    """JSON in UTF-8. What orjson refuses (huge integers, half surrogate pairs) is written exactly or marked."""
    try:
        return orjson.dumps(record)
    except TypeError:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        if _SURROGATE.search(text):
            record = {**record, "replaced_surrogates": True}
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            text = _SURROGATE.sub("\ufffd", text)
        return text.encode()


def from_line(line: bytes) -> Trace:
    """Read one line; raises `RecordError` when it is not a record of this version."""
    try:
        record = json.loads(line) if _LONG_NUMBER.search(line) else orjson.loads(line)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from error
    if not isinstance(record, dict) or record.get("schema_version") != SCHEMA_VERSION:
        raise RecordError(f"not a record of version {SCHEMA_VERSION}")
    try:
        return _trace(record)
    except (KeyError, TypeError) as error:
        raise RecordError(f"a field is missing or odd: {error}") from error


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
            return decision_from_json({key: value for key, value in event.items() if key != "event"})
    return None


def decision_to_json(decision: Decision) -> JsonObject:
    """A decision as `toolspec decode` prints it and the journal keeps it, without `echo`.

    The provider's message stands in the `response` event already.
    """
    fields: dict[str, Any] = asdict(decision)
    del fields["echo"]
    fields["calls"] = list(fields["calls"])
    fields["anomalies"] = list(fields["anomalies"])
    return fields


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
    """A response body as JSON and true, or as text and false. `NaN` and `Infinity` are not JSON."""
    try:
        if not _LONG_NUMBER.search(data):
            return orjson.loads(data), True
    except ValueError:
        # Half surrogate pairs are JSON all the same; the stricter parser refuses them.
        pass
    text = data.decode("utf-8", errors="replace")
    try:
        return json.loads(text, parse_constant=_refuse_constant), True
    except (ValueError, RecursionError):
        return text, False


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")
