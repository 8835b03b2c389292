"""Real traffic of Ollama: every response is read, every request is written again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from toolspec_adapters import ollama

from tests.adapters import openai_chat_normal
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("ollama")
# The size of the context is ours and not the recorded programs'.
DIALECT = replace(WIRE_FORMATS.dialect("ollama"), options={})


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body, request = record["response"], record["request"]
    offered = frozenset(each["function"]["name"] for each in request.get("tools") or [])
    read = ollama.lift(Reply(status=record["status"], body=body), offered)
    if isinstance(read, TransportError):
        tally("ollama", record["provider"], f"error:{read.kind}")
        assert (read.status, read.kind, read.message) == (404, "not_found", body["error"])
        return
    tally("ollama", record["provider"], f"{read.kind}:{read.reason}" if read.reason else read.kind)
    message = body["message"]
    sent = message.get("tool_calls") or []
    assert read.finish == body["done_reason"]
    assert read.model == body["model"]
    assert read.usage.output_tokens == body["eval_count"]
    assert read.echo == message
    assert read.kind == ("tool_call" if sent else "text")
    assert (read.text or "") == message["content"]
    assert [(each.name, each.arguments) for each in read.calls] == [
        (each["function"]["name"], each["function"]["arguments"]) for each in sent
    ]


def normal(body: dict[str, Any]) -> dict[str, Any]:
    """As in OpenAI's shape; no options and an empty set of them are one."""
    made: dict[str, Any] = openai_chat_normal.normal(body)
    return {key: each for key, each in made.items() if key != "options" or each}


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    made = round_trip(ollama, DIALECT, record, normalise=normal)
    tally("ollama requests", record["provider"], made.outcome)
    assert made.unexplained == ()
