"""Real traffic of Responses: every response is read, every request is written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from toolspec_adapters import openai_responses

from tests.adapters.openai_chat_normal import NO_PARAMETERS, without_nulls
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("openai_responses")
DIALECT = WIRE_FORMATS.dialect("openai_responses")
PROFILES = {"azure_responses": "azure_responses", "xai_responses": "xai_responses"}
CLIENT_TOOLS = ("function_call", "custom_tool_call")


def names_in(tools: list[dict[str, Any]]) -> list[str]:
    """The names of all functions, those in namespaces too."""
    own = [each["name"] for each in tools if each.get("type") == "function"]
    return own + [name for each in tools for name in names_in(each.get("tools") or [])]


def offered(record: dict[str, Any]) -> frozenset[str] | None:
    request = record["request"]
    if request is None:
        return None
    given = request["input"] if isinstance(request["input"], list) else []
    # Tools may also be found or added while the conversation goes on.
    later = [tool for item in given for tool in item.get("tools") or []]
    return frozenset(names_in([*(request.get("tools") or []), *later]))


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body = record["response"]
    reply = Reply(status=record["status"], body=body, is_json=not isinstance(body, str))
    read = openai_responses.lift(reply, offered(record))
    if isinstance(read, TransportError):
        tally("openai_responses", record["provider"], f"error:{read.kind}")
        assert record["status"] >= 400
        assert read.status == record["status"]
        assert not read.retryable
        assert read.message in json.dumps(body)
        return
    found = f"{read.kind}:{read.reason}" if read.reason else read.kind
    tally("openai_responses", record["provider"], found)
    assert record["status"] == 200
    assert read.echo == body["output"]
    assert read.model == body["model"]
    assert read.finish == ((body.get("incomplete_details") or {}).get("reason") or body["status"])
    check_usage(read, body["usage"])
    check_calls(read, [each for each in body["output"] if each["type"] in CLIENT_TOOLS])
    check_kind(read, body)


def check_usage(read: Decision, usage: dict[str, Any]) -> None:
    assert (read.usage.input_tokens, read.usage.output_tokens) == (
        usage["input_tokens"],
        usage["output_tokens"],
    )
    assert read.usage.cached_tokens == usage["input_tokens_details"]["cached_tokens"]
    assert read.usage.reasoning_tokens == usage["output_tokens_details"]["reasoning_tokens"]


def check_calls(read: Decision, sent: list[dict[str, Any]]) -> None:
    called = [each for each in read.calls if each.defect != "unsupported_call_type"]
    assert [(each.call_id, each.name, each.raw_arguments) for each in called] == [
        (each["call_id"], each["name"], each["arguments"]) for each in sent
    ]
    for call in called:
        if call.defect is None:
            assert call.arguments == json.loads(str(call.raw_arguments))


def check_kind(read: Decision, body: dict[str, Any]) -> None:
    types = [each["type"] for each in body["output"]]
    messages = [each for each in body["output"] if each["type"] == "message"]
    parts = [part for each in messages for part in each["content"]]
    refusals = [part["refusal"] for part in parts if part["type"] == "refusal"]
    texts = [part["text"] for part in parts if part["type"] == "output_text"]
    if refusals:
        assert (read.kind, read.reason, read.text) == ("refusal", "model", refusals[0])
    elif "function_call" in types:
        is_good = any(each.defect is None for each in read.calls)
        assert read.kind == ("tool_call" if is_good else "invalid")
    elif any(texts):
        assert (read.kind, read.text) == ("text", texts[0])
    elif "tool_search_call" in types:
        # A search that the client has to run is a call, though none of the catalogue's tools.
        assert (read.kind, read.reason) == ("invalid", "unsupported_call_type")
    else:
        assert (read.kind, read.reason) == ("invalid", "empty")
    servers = ("_search_call", "mcp_call", "_output", "program")
    is_served = any(each.endswith(servers) for each in types)
    is_client = any(each.get("execution") == "client" for each in body["output"])
    assert ("server_tool_executed" in read.anomalies) == (is_served and not is_client)


def normal(body: dict[str, Any], *, system_is_item: bool) -> dict[str, Any]:
    """The request in one of the ways of writing that the API reference calls equal.

    Equal are: a field that is null and one that is absent; no stream and `stream: false`; a text
    and a list of one user's message with it; a message with its type and without; a text and a
    list of parts of input text; `system` and `developer`; such a message in the first place and
    `instructions`; an empty description or no parameters and their absence; no tools and an empty
    list.
    """
    made = without_nulls(body)
    if made.get("stream") is False:
        made.pop("stream")
    if made.get("tools") == []:
        made.pop("tools")
    given = made["input"]
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    made["input"] = list(map(item, items))
    if system_is_item and "instructions" in made:
        made["input"].insert(0, {"role": "system", "content": made.pop("instructions")})
    if "tools" in made:
        made["tools"] = list(map(tool, made["tools"]))
    return made


def item(value: dict[str, Any]) -> dict[str, Any]:
    role, content = value.get("role"), value.get("content")
    if role not in ("user", "system", "developer") or "tools" in value:
        return value
    if isinstance(content, list) and all(part["type"] == "input_text" for part in content):
        content = "".join(part["text"] for part in content)
    made = {**value, "role": "user" if role == "user" else "system", "content": content}
    made.pop("type", None)
    return made


def tool(value: dict[str, Any]) -> dict[str, Any]:
    made = without_nulls(value)
    if not made.get("description"):
        made.pop("description", None)
    if made["type"] == "function":
        made.setdefault("parameters", NO_PARAMETERS)
    return made


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    # Nothing is added to what was sent.
    dialect = replace(DIALECT, options={})
    is_item = not record["request"].get("instructions")
    made = round_trip(
        openai_responses,
        dialect,
        record,
        normalise=partial(normal, system_is_item=is_item),
        explains=explains(record),
    )
    tally("openai_responses requests", record["provider"], made.outcome)
    assert made.unexplained == ()


def explains(record: dict[str, Any]) -> tuple[str, ...]:
    """What differs for a reason that the payload shows."""
    request = record["request"]
    tools = request.get("tools") or []
    hosted = any(each["type"] != "function" for each in tools)
    return (
        # A tool that the host runs itself is not read, which makes the list shorter.
        *(("/tools",) if hosted else ()),
        # A choice, or the word on parallel calls, stands beside hosted tools alone.
        *(("/tool_choice", "/parallel_tool_calls") if hosted or not tools else ()),
    )


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_no_rule_forbids_what_a_host_took(record: dict[str, Any]) -> None:
    """What was answered with 200 is not called rejected by the data for that very model."""
    request = record["request"]
    name = PROFILES.get(record["provider"], "openai_responses")
    dialect = WIRE_FORMATS.dialect(name).for_model(request["model"])
    if record["status"] == 200:
        for subject in subjects(request):
            assert dialect.acceptance(subject).value != "rejected", subject


def subjects(request: dict[str, Any]) -> list[str]:
    choice = request.get("tool_choice")
    word = "named" if isinstance(choice, dict) else choice
    return [
        *(["tools"] if request.get("tools") else []),
        *([f"tool_choice.{word}"] if word else []),
        *(["temperature"] if "temperature" in request else []),
        *(["parallel_tool_calls"] if "parallel_tool_calls" in request else []),
    ]
