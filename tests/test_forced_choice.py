"""A tool choice that asks for a call in vain is seen; the decision stays what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolspec.forced_choice import NOT_ENFORCED, checked_choice
from toolspec.provider import NamedTool
from toolspec.trace import Decision, ToolCall

CALL = ToolCall(call_id="1", name="get_order", arguments={}, raw_arguments="{}")
OTHER = replace(CALL, name="cancel_order")
BROKEN = replace(CALL, name=None, defect="malformed_call")
ONE = NamedTool("get_order")

TEXT = Decision(kind="text", text="Which order?", anomalies=("unknown_finish",))
EMPTY = Decision(kind="invalid", reason="empty")
LEAKED = Decision(kind="invalid", reason="text_tool_call", text="<tool_call>")
CUT = Decision(kind="invalid", reason="truncated", text="Let me")
REFUSED = Decision(kind="refusal", reason="provider_filter")
UNKNOWN = Decision(kind="invalid", reason="unknown_tool", calls=(OTHER,))
MALFORMED = Decision(kind="invalid", reason="malformed_call", calls=(BROKEN,))
CALLS = Decision(kind="tool_call", calls=(CALL, CALL))
BOTH = Decision(kind="tool_call", calls=(CALL, OTHER))


@pytest.mark.parametrize(
    ("decision", "choice", "flagged"),
    [
        *((TEXT, choice, False) for choice in (None, "auto", "none")),
        *((each, "required", True) for each in (TEXT, EMPTY, LEAKED)),
        *((each, "required", False) for each in (CUT, REFUSED, UNKNOWN, MALFORMED, CALLS, BOTH)),
        *((each, ONE, True) for each in (TEXT, EMPTY, LEAKED, UNKNOWN, BOTH)),
        *((each, ONE, False) for each in (CUT, REFUSED, MALFORMED, CALLS)),
    ],
)
def test_a_choice_that_is_not_kept_is_an_anomaly(
    decision: Decision, choice: Any, flagged: bool
) -> None:
    added = (NOT_ENFORCED,) if flagged else ()
    expected = replace(decision, anomalies=(*decision.anomalies, *added))
    assert checked_choice(decision, choice) == expected
