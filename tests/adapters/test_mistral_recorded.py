"""Real traffic of Mistral: every response is read, every request is written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from toolspec_adapters import mistral

from tests.adapters import openai_chat_normal
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("openai_chat", "mistral")
DIALECT = WIRE_FORMATS.dialect("mistral")
# Ids were replaced by words of another form when the traffic was published.
REPLACED_IDS = r"/messages/\d+/(tool_calls/\d+/id|tool_call_id)"


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body, request = record["response"], record["request"]
    offered = frozenset(each["function"]["name"] for each in request.get("tools") or [])
    read = mistral.lift(Reply(status=record["status"], body=body), offered)
    if isinstance(read, TransportError):
        tally("mistral", record["provider"], f"error:{read.kind}")
        assert record["status"] >= 400
        assert (read.kind, read.message) == ("bad_request", body["message"])
        return
    tally("mistral", record["provider"], f"{read.kind}:{read.reason}" if read.reason else read.kind)
    message = body["choices"][0]["message"]
    sent = message.get("tool_calls") or []
    assert read.finish == body["choices"][0]["finish_reason"]
    assert read.usage.output_tokens == body["usage"]["completion_tokens"]
    assert read.echo == message
    assert [(each.call_id, each.name) for each in read.calls] == [
        (each["id"], each["function"]["name"]) for each in sent
    ]
    for call, own in zip(read.calls, sent, strict=True):
        if call.defect is None:
            assert call.arguments == json.loads(own["function"]["arguments"])
    check_kind(read, message)


def check_kind(read: Decision, message: dict[str, Any]) -> None:
    if message.get("tool_calls"):
        is_good = any(each.defect is None for each in read.calls)
        assert read.kind == ("tool_call" if is_good else "invalid")
    elif message["content"]:
        assert (read.kind, read.text) == ("text", message["content"])
    else:
        assert (read.kind, read.reason) == ("invalid", "empty")


def normal(body: dict[str, Any]) -> dict[str, Any]:
    """As in OpenAI's shape; a tool's type has a default, and `any` means `required`."""
    made: dict[str, Any] = openai_chat_normal.normal(body)
    if "tools" in made:
        made["tools"] = [{"type": "function", **each} for each in made["tools"]]
    if made.get("tool_choice") == "required":
        made["tool_choice"] = "any"
    return made


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    is_replaced = "REDACTED" in json.dumps(record["request"])
    # Where no call is allowed no tool is shown.
    is_forbidden = record["request"].get("tool_choice") == "none"
    explains = (
        *((REPLACED_IDS,) if is_replaced else ()),
        *(("/tools", "/tool_choice") if is_forbidden else ()),
    )
    made = round_trip(mistral, DIALECT, record, normalise=normal, explains=explains)
    tally("mistral requests", record["provider"], made.outcome)
    assert made.unexplained == ()
