"""Real traffic of Cohere: every response is read, every request is written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from toolspec_adapters import cohere

from tests.adapters.openai_chat_normal import normal
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("cohere_v2")
DIALECT = WIRE_FORMATS.dialect("cohere")


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body, request = record["response"], record["request"]
    tools = None if request is None else request.get("tools") or []
    offered = None if tools is None else frozenset(each["function"]["name"] for each in tools)
    read = cohere.lift(Reply(status=record["status"], body=body), offered)
    if isinstance(read, TransportError):
        tally("cohere", record["provider"], f"error:{read.kind}")
        assert record["status"] == 404
        assert (read.kind, read.message) == ("not_found", body["message"])
        return
    tally("cohere", record["provider"], f"{read.kind}:{read.reason}" if read.reason else read.kind)
    message = body["message"]
    sent = message.get("tool_calls") or []
    texts = [part["text"] for part in message.get("content") or []]
    assert read.finish == body["finish_reason"]
    assert read.usage.input_tokens == body["usage"]["tokens"]["input_tokens"]
    assert read.echo == message
    assert read.kind == ("tool_call" if sent else "text")
    assert read.text == ("".join(texts) or message.get("tool_plan"))
    assert [(each.call_id, each.name, each.arguments) for each in read.calls] == [
        (each["id"], each["function"]["name"], json.loads(each["function"]["arguments"]) or {})
        for each in sent
    ]


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    made = round_trip(cohere, DIALECT, record, normalise=normal)
    tally("cohere requests", record["provider"], made.outcome)
    assert made.unexplained == ()
