"""A reply is a call when all of it is the documented envelope, and nothing else ever is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.json_text import read_envelope
from toolspec.strict_json import MAX_DEPTH
from toolspec.trace import Decision, ToolCall

Json = Any

OFFERED = frozenset({"get_order", "quote_delivery"})
ROWS = yaml.safe_load((Path(__file__).parent / "replies.yaml").read_text("utf-8"))

numbers = st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
proposals = st.lists(
    st.tuples(st.text(min_size=1), st.dictionaries(st.text(), values, max_size=3)),
    min_size=1,
    max_size=3,
)


@pytest.mark.parametrize("row", ROWS, ids=[row["about"] for row in ROWS])
def test_each_reply_is_what_the_table_says(row: dict[str, Any]) -> None:
    lifted = said(row["reply"], leaked="lifted" in row, is_cut=row.get("cut", False))
    read = read_envelope(lifted, OFFERED)
    assert " ".join(filter(None, (read.kind, read.reason))) == row["is"]
    found = [[call.name, call.arguments, call.defect] for call in read.calls]
    assert found == [[*call, None][:3] for call in row.get("calls", [])]
    assert read.text == (None if read.calls else row["reply"])


@pytest.mark.parametrize(
    "decision",
    [
        Decision(kind="refusal", reason="model", text='{"name": "get_order", "arguments": {}}'),
        Decision(kind="invalid", reason="empty"),
        Decision(
            kind="invalid",
            reason="unsolicited",
            text='{"name": "get_order", "arguments": {}}',
            calls=(
                ToolCall(
                    call_id="1",
                    name="get_order",
                    arguments={},
                    raw_arguments="{}",
                    defect="unsolicited",
                ),
            ),
        ),
    ],
    ids=lambda decision: decision.reason,
)
def test_a_decision_that_is_not_a_text_is_left_as_it_is(decision: Decision) -> None:
    assert read_envelope(decision, OFFERED) is decision


def test_broken_arguments_are_kept_as_they_were_written() -> None:
    reply = '{"name": "get_order", "arguments": {"order_id": "A", "order_id": "B"}}'
    (call,) = read_envelope(said(reply), OFFERED).calls
    assert call.raw_arguments == reply


def test_deep_nesting_is_malformed_or_a_text_and_never_an_exception() -> None:
    def nested(levels: int) -> Decision:
        inside = "[" * levels + "]" * levels
        reply = f'{{"name": "get_order", "arguments": {{"order_id": {inside}}}}}'
        return read_envelope(said(reply), OFFERED)

    assert nested(MAX_DEPTH - 2).kind == "tool_call"
    assert nested(MAX_DEPTH).reason == "malformed_arguments"
    assert nested(100_000).kind == "text"


def test_a_number_too_long_to_read_is_malformed() -> None:
    reply = '{"name": "get_order", "arguments": {"order_id": ' + "9" * 5000 + "}}"
    assert read_envelope(said(reply), OFFERED).reason == "malformed_arguments"


@given(
    proposals=proposals,
    escapes=st.booleans(),
    indent=st.none() | st.integers(0, 3),
    fence=st.sampled_from(["", "```", "```json"]),
    around=st.text(" \t\r\n", max_size=3),
)
def test_any_call_that_is_written_is_read_back_equal(
    proposals: list[tuple[str, Json]], escapes: bool, indent: int | None, fence: str, around: str
) -> None:
    listed = [{"name": name, "arguments": arguments} for name, arguments in proposals]
    envelope = listed[0] if len(listed) == 1 else {"calls": listed}
    written = json.dumps(envelope, ensure_ascii=escapes, indent=indent)
    reply = f"{fence}\n{written}\n```" if fence else written
    read = read_envelope(said(around + reply + around), frozenset(name for name, _ in proposals))
    assert read.kind == "tool_call"
    assert [(call.name, call.arguments) for call in read.calls] == proposals
    assert all(call.raw_arguments == call.arguments for call in read.calls)
    assert all(call.call_id is None and call.defect is None for call in read.calls)


PIECES = (
    *("```", "```json", "\n", " ", "{", "}", "[", "]", ",", '"', "\\u"),
    *('"name":', '"arguments":', '"calls":', '"get_order"', "null", "NaN", "1e999"),
)
pieces = st.sampled_from(PIECES)


@given(st.text() | st.lists(pieces | st.text(max_size=3), max_size=25).map("".join), st.booleans())
def test_any_text_is_read_without_an_exception(text: str, is_cut: bool) -> None:
    decision = said(text, is_cut=is_cut)
    read = read_envelope(decision, OFFERED)
    assert read == decision or read.kind in ("tool_call", "invalid")
    assert read.calls or replace(read, kind="text", reason=None) == decision


def said(text: str, *, leaked: bool = False, is_cut: bool = False) -> Decision:
    return Decision(
        kind="invalid" if leaked else "text",
        reason="text_tool_call" if leaked else None,
        text=text,
        anomalies=("truncated_text",) if is_cut else (),
    )
