"""Real traffic of Messages: every response is read, every request is written again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
from toolspec_adapters import anthropic

from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("anthropic")
PROFILES = {"bedrock_anthropic": "anthropic_bedrock", "vertex_anthropic": "anthropic_vertex"}
INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def offered(record: dict[str, Any]) -> frozenset[str] | None:
    request = record["request"]
    return None if request is None else frozenset(t["name"] for t in request.get("tools") or [])


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body = record["response"]
    reply = Reply(status=record["status"], body=body, is_json=not isinstance(body, str))
    read = anthropic.lift(reply, offered(record))
    if isinstance(read, TransportError):
        tally("anthropic", record["provider"], f"error:{read.kind}")
        assert record["status"] >= 400
        assert (read.status, read.message) == (record["status"], body["error"]["message"])
        assert not read.retryable
        return
    found = f"{read.kind}:{read.reason}" if read.reason else read.kind
    tally("anthropic", record["provider"], found)
    assert record["status"] == 200
    assert (read.model, read.finish) == (body["model"], body["stop_reason"])
    blocks = body["content"]
    assert read.echo == ({"role": "assistant", "content": blocks} if blocks else None)
    usage = body["usage"]
    assert read.usage.input_tokens == sum(usage.get(key) or 0 for key in INPUT)
    assert read.usage.output_tokens == usage["output_tokens"]
    check_decision(read, body)


def check_decision(read: Decision, body: dict[str, Any]) -> None:
    blocks = body["content"]
    # What a program on the server called, and has got, is not for the client.
    direct = [
        each
        for each in blocks
        if each["type"] == "tool_use" and each.get("caller", {}).get("type", "direct") == "direct"
    ]
    assert [(each.call_id, each.name, each.arguments) for each in read.calls] == [
        (each["id"], each["name"], each["input"]) for each in direct
    ]
    text = "".join(each["text"] for each in blocks if each["type"] == "text")
    assert (read.text or "") == (text if text.strip() else "")
    if direct:
        assert read.kind == "tool_call"
        assert {each.defect for each in read.calls} == {None}
    elif "<invoke name=" in text:
        assert (read.kind, read.reason) == ("invalid", "text_tool_call")
    elif text.strip():
        assert read.kind == "text"
    else:
        assert (read.kind, read.reason) == ("invalid", "empty")
    server = any(each["type"].endswith("_tool_result") for each in blocks)
    cut = body["stop_reason"] == "max_tokens" and not direct
    assert set(read.anomalies) == {
        *(["server_tool_executed"] if server else []),
        *(["truncated_text"] if cut else []),
    }


def normal(body: dict[str, Any]) -> dict[str, Any]:
    """The request in one of the ways of writing that the API reference calls equal.

    Equal are: a field that is null and one that is absent; a text and one block of it; neighbours
    of one role and one message with the blocks of both; no stream, no strict mode, no error and
    those fields with `false`; a client's tool with the type `custom` and without; no tools and an
    empty list, no instructions and an empty list.
    """
    made = {key: each for key, each in body.items() if each is not None}
    for key, nothing in (("stream", False), ("tools", []), ("system", [])):
        if made.get(key) == nothing:
            made.pop(key)
    if "system" in made:
        made["system"] = blocks_of(made["system"])
    if "tools" in made:
        made["tools"] = list(map(tool, made["tools"]))
    made["messages"] = messages(made["messages"])
    return made


def messages(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for each in sent:
        content = [block(b) for b in blocks_of(each["content"])]
        if made and made[-1]["role"] == each["role"]:
            made[-1]["content"] += content
        else:
            made.append({**each, "content": content})
    return made


def blocks_of(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def block(value: dict[str, Any]) -> dict[str, Any]:
    if value["type"] != "tool_result":
        return value
    made = {key: each for key, each in value.items() if each is not None}
    made["content"] = blocks_of(value.get("content"))
    if made.get("is_error") is False:
        made.pop("is_error")
    return made


def tool(value: dict[str, Any]) -> dict[str, Any]:
    made = {key: each for key, each in value.items() if each is not None}
    for key, usual in (("strict", False), ("type", "custom"), ("description", "")):
        if made.get(key) == usual:
            made.pop(key)
    return made


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    dialect = WIRE_FORMATS.dialect(PROFILES.get(record["provider"], "anthropic"))
    # Nothing is added to what was sent but what the host demands.
    options = {key: each for key, each in dialect.options.items() if key == "body"}
    made = round_trip(
        anthropic,
        replace(dialect, options=options),
        record,
        normalise=normal,
        explains=explains(record["request"]),
    )
    tally("anthropic requests", record["provider"], made.outcome)
    assert made.unexplained == ()
    lifted = anthropic.lift_request(record["url_path"], record["request"])
    again = anthropic.lower(lifted.conversation, lifted.tools, lifted.settings, dialect)
    assert record["provider"] == "anthropic" or record["url_path"].endswith(unquote(again.path))


def explains(request: dict[str, Any]) -> tuple[str, ...]:
    """What differs for a reason that the payload shows."""
    is_hosted = any(each.get("type", "custom") != "custom" for each in request.get("tools") or [])
    return (
        # A tool that the host runs itself is not read, which makes the list shorter, and a choice
        # that stands beside such tools alone goes with them.
        *(("/tools", "/tool_choice") if is_hosted else ()),
    )


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_no_rule_forbids_what_a_host_took(record: dict[str, Any]) -> None:
    """What was answered with 200 is not called rejected by the data for that very model."""
    request = record["request"]
    name = PROFILES.get(record["provider"], "anthropic")
    model = anthropic.lift_request(record["url_path"], request).settings.model
    assert model
    dialect = WIRE_FORMATS.dialect(name).for_model(model)
    if record["status"] == 200:
        for subject in subjects(request):
            assert dialect.acceptance(subject).value == "accepted", subject


def subjects(request: dict[str, Any]) -> list[str]:
    tools = request.get("tools") or []
    words = {"auto": "auto", "any": "required", "tool": "named", "none": "none"}
    choice = request.get("tool_choice")
    return [
        *(["tools"] if tools else []),
        *(["strict"] if any(each.get("strict") for each in tools) else []),
        *([f"tool_choice.{words[choice['type']]}"] if choice else []),
        *(["temperature"] if "temperature" in request else []),
    ]
