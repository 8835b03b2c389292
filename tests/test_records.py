from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.records import (
    RecordError,
    decision_from_json,
    decision_to_json,
    from_line,
    parse_body,
    to_line,
)
from toolspec.trace import Decision, ToolCall, Trace, TransportError, Usage

texts = st.text(st.characters(), max_size=20)
numbers = st.integers(-(10**40), 10**40) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda each: st.lists(each, max_size=3) | st.dictionaries(texts, each, max_size=3),
    max_leaves=8,
)
counts = st.none() | st.integers(0, 10**25)
calls = st.builds(
    ToolCall,
    call_id=st.none() | texts,
    name=st.none() | texts,
    arguments=st.none() | st.dictionaries(texts, values, max_size=3),
    raw_arguments=values,
    defect=st.sampled_from([None, "not_json", "unknown_tool"]),
)
decisions = st.builds(
    Decision,
    kind=st.sampled_from(["tool_call", "text", "refusal", "invalid"]),
    reason=st.sampled_from([None, "empty", "model"]),
    text=st.none() | texts,
    calls=st.lists(calls, max_size=3).map(tuple),
    finish=st.none() | texts,
    usage=st.builds(Usage, input_tokens=counts, output_tokens=counts),
    anomalies=st.lists(texts, max_size=2).map(tuple),
    model=st.none() | texts,
)


def trace_of(decision: Decision | None, **fields: Any) -> Trace:
    events = () if decision is None else ({"event": "decision", **decision_to_json(decision)},)
    trace = Trace(
        attempt_id="00",
        spec="s",
        target="t",
        provider="p",
        model="m",
        model_returned=None,
        case_id="c",
        variant="base",
        attempt=1,
        status="completed",
        events=events,
        elapsed_ms=1.5,
        transport_retries=0,
        usage=Usage(),
        request_settings={},
        transport_error=None,
        decision=decision,
    )
    return replace(trace, **fields)


def has_halves(value: Any) -> bool:
    return any("\ud800" <= each <= "\udfff" for each in json.dumps(value, ensure_ascii=False))


@given(decisions)
def test_a_decision_comes_back_as_it_was_written(decision: Any) -> None:
    line = to_line(trace_of(decision))
    line.decode("utf-8")
    assert line.count(b"\n") == 1
    fields = decision_to_json(decision)
    if has_halves(fields):
        assert json.loads(line)["replaced_surrogates"] is True
        assert b"\xef\xbf\xbd" in line
    else:
        assert from_line(line).decision == decision


@given(decisions)
def test_a_decision_as_json_is_its_inverse(decision: Any) -> None:
    assert decision_from_json(decision_to_json(decision)) == decision


def test_a_provider_error_comes_back() -> None:
    error = TransportError(kind="connect", message="no", retryable=True, retry_after_s=0.5)
    trace = trace_of(None, transport_error=error, status="infra_error")
    assert from_line(to_line(trace)) == trace


@pytest.mark.parametrize("depth", [90, 150, 300, 1100, 20_000])
def test_no_depth_breaks_a_record(depth: Any) -> None:
    value: object = 1
    for _ in range(depth):
        value = [value]
    line = to_line(trace_of(None, events=({"event": "response", "body": value},)))
    read = from_line(line).events[0]["body"]
    assert json.loads(line).get("cut_depth", False) is (read != value if depth < 300 else True)


def test_a_number_that_is_none_becomes_null_beside_a_huge_one() -> None:
    events = ({"event": "response", "body": [float("nan"), float("inf"), 10**30]},)
    line = to_line(trace_of(None, events=events))
    assert from_line(line).events[0]["body"] == [None, None, 10**30]


BODIES = [
    (b'{"a": 1}', {"a": 1}, True),
    (b'"text"', "text", True),
    (b"plain", "plain", False),
    (b"", "", False),
    (b'{"a": 123456789012345678901234567890}', {"a": 123456789012345678901234567890}, True),
    (b'"\\ud83d"', "\ud83d", True),
    (b'"\\ud83d\\ude00"', "😀", True),
    (b"\xef\xbb\xbf[1]", [1], True),
    (b"[NaN]", "[NaN]", False),
    (b"[1e999]", "[1e999]", False),
    (b"[" * 101 + b"]" * 101, "[" * 101 + "]" * 101, False),
    (b"[1" + b"0" * 5000 + b"]", "[1" + "0" * 5000 + "]", False),
    (b"\xff", "\ufffd", False),
]


@pytest.mark.parametrize(("data", "value", "is_json"), BODIES)
def test_a_body_is_json_or_text(data: Any, value: Any, is_json: Any) -> None:
    assert parse_body(data) == (value, is_json)


@given(st.binary())
def test_no_body_is_too_odd(data: Any) -> None:
    parse_body(data)


@pytest.mark.parametrize(
    "line", [b"", b"{", b"1", b"null", b"[]", b'{"schema_version": 2}', b"[" * 5000]
)
def test_what_is_no_record_is_refused(line: Any) -> None:
    with pytest.raises(RecordError):
        from_line(line)


@pytest.mark.parametrize("field", ["usage", "events", "transport_error", "attempt_id"])
def test_a_record_with_an_odd_field_is_refused(field: Any) -> None:
    record = json.loads(to_line(trace_of(None)))
    if field == "attempt_id":
        del record[field]
    else:
        record[field] = [1]
    with pytest.raises(RecordError, match="missing or odd"):
        from_line(json.dumps(record).encode())
