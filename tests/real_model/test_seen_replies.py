"""Replies that a real model gave, read in both tool modes; the model itself is not needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.json_text import read_envelope
from toolspec.provider import Reply
from toolspec.trace import Decision
from toolspec.wire_formats import WIRE_FORMATS

OFFERED = frozenset({"get_order", "quote_delivery", "cancel_order"})
ROWS = yaml.safe_load((Path(__file__).parent / "seen_replies.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["about"] for row in ROWS])
def test_a_call_written_as_text_is_seen_and_only_the_envelope_is_a_call(
    row: dict[str, Any],
) -> None:
    assert _spoken(_lift(row["reply"], OFFERED)) == row["native"]
    assert _spoken(read_envelope(_lift(row["reply"], frozenset()), OFFERED)) == row["json_text"]


def _lift(text: str, offered: frozenset[str]) -> Decision:
    choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    reply = Reply(status=200, body={"choices": [choice]})
    lifted = WIRE_FORMATS.adapter("openai_chat").lift(reply, offered)
    assert isinstance(lifted, Decision)
    return lifted


def _spoken(decision: Decision) -> str:
    return " ".join(filter(None, (decision.kind, decision.reason)))
