"""A cut that the finish word hides is seen from the counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolspec.trace import Decision, ToolCall, Usage
from toolspec.truncation import truncated_by_limit

GOOD = ToolCall(call_id="1", name="save", arguments={"a": 1}, raw_arguments='{"a":1}')
CUT = ToolCall(
    call_id="2", name="save", arguments=None, raw_arguments='{"text":"Ув', defect="not_json"
)
BROKEN = replace(CUT, raw_arguments="{x}")
EMPTY = ToolCall(call_id="3", name="save", arguments={}, raw_arguments="")


def decision(*calls: ToolCall, **fields: Any) -> Decision:
    kind = "tool_call" if any(call.defect is None for call in calls) else "invalid"
    reason = None if kind == "tool_call" else "malformed_arguments"
    base: dict[str, Any] = {"kind": kind, "reason": reason, "finish": "tool_calls"}
    return Decision(**{**base, "calls": calls, "usage": Usage(output_tokens=300), **fields})


def test_unfinished_arguments_at_the_limit_are_truncated() -> None:
    judged = truncated_by_limit(decision(CUT), 300)
    assert (judged.kind, judged.reason) == ("invalid", "truncated")
    assert [call.defect for call in judged.calls] == ["truncated"]
    assert judged.anomalies == ("finish_hides_truncation",)
    assert judged.calls[0].raw_arguments == CUT.raw_arguments


def test_a_call_cut_before_its_arguments_is_truncated() -> None:
    judged = truncated_by_limit(decision(EMPTY), 300)
    assert (judged.kind, judged.reason) == ("invalid", "truncated")
    assert (judged.calls[0].arguments, judged.calls[0].defect) == (None, "truncated")


def test_a_good_call_beside_a_cut_one_can_still_be_executed() -> None:
    judged = truncated_by_limit(decision(GOOD, CUT), 300)
    assert (judged.kind, judged.reason) == ("tool_call", None)
    assert [call.defect for call in judged.calls] == [None, "truncated"]


def test_the_first_broken_call_keeps_the_reason() -> None:
    judged = truncated_by_limit(decision(BROKEN, CUT), 300)
    assert judged.reason == "malformed_arguments"
    assert [call.defect for call in judged.calls] == ["not_json", "truncated"]


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        pytest.param(decision(CUT), None, id="without a limit"),
        pytest.param(decision(CUT), 301, id="below the limit"),
        pytest.param(decision(CUT, usage=Usage()), 300, id="without a count"),
        pytest.param(decision(BROKEN), 300, id="broken but finished"),
        pytest.param(decision(GOOD), 300, id="complete"),
        pytest.param(decision(EMPTY, GOOD), 300, id="empty arguments before another call"),
        pytest.param(decision(CUT, kind="refusal", reason="model"), 300, id="a refusal"),
        pytest.param(Decision(kind="text", text="x"), 0, id="a text"),
    ],
)
def test_every_other_decision_comes_back_as_it_is(given: Decision, limit: int | None) -> None:
    assert truncated_by_limit(given, limit) is given
