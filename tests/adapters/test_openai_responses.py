"""OpenAI Responses: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import openai_responses

from tests.adapters.chat_tables import (
    ANSWERS,
    EXCHANGES,
    JSON,
    SCALARS,
    TOOLS,
    check_answer,
    check_request,
    decision,
    offered,
    reply,
    table,
    written,
)
from toolspec.provider import (
    Adapter,
    Answer,
    AssistantTurn,
    Conversation,
    NamedTool,
    Reply,
    Settings,
    ToolDefinition,
    ToolResultTurn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec.wire_formats import WIRE_FORMATS

FULFILS_THE_PROTOCOL: Adapter = openai_responses
NAME = "openai_responses"
DIALECT = WIRE_FORMATS.dialect(NAME)


def body_of(items: Any) -> dict[str, Any]:
    return {"status": "completed", "output": items}


@pytest.mark.parametrize("row", table(NAME, "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    read = openai_responses.lift(reply(row), offered(row))
    assert read == decision(row, row["body"]["output"])


@pytest.mark.parametrize("row", table(NAME, "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    read = openai_responses.lift(reply(row), None)
    expected = row["expect"]
    if "reason" in expected:
        assert read == decision(row, None)
    else:
        assert read == TransportError(**expected)


@pytest.mark.parametrize("row", table(NAME, "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(openai_responses, NAME, row, body_of)
    assert (request.method, request.path) == ("POST", "/responses")
    assert request.body == row["body"]
    said = {"instructions", "input", "tools"}
    assert request.settings == {k: v for k, v in request.body.items() if k not in said}


def test_calls_that_another_format_put_out_are_written_from_what_was_read() -> None:
    call = ToolCall(call_id="x" * 65, name="find", arguments={"id": 1}, raw_arguments={"id": 1})
    spoken = (UserTurn("Где?"), AssistantTurn(None, (call,)), ToolResultTurn(call, "Уфа"))
    items = openai_responses.lower(spoken, (), Settings(model="m"), DIALECT).body["input"]
    # The server takes ids of up to 64 characters.
    assert items[1:] == [
        {
            "type": "function_call",
            "call_id": "call_toolspec_1_0",
            "name": "find",
            "arguments": '{"id":1}',
        },
        {"type": "function_call_output", "call_id": "call_toolspec_1_0", "output": "Уфа"},
    ]


# Words that look enough like items to get past the first questions.
TYPES = st.sampled_from(
    ["message", "reasoning", "function_call", "custom_tool_call", "web_search_call", "moonwalk"]
)
ITEMS = st.lists(
    JSON
    | st.fixed_dictionaries(
        {"type": TYPES},
        optional={
            "call_id": st.sampled_from(["a", "b", "", None]),
            "name": SCALARS,
            "arguments": SCALARS,
            "input": SCALARS,
            "content": JSON,
            "summary": JSON,
            "role": st.just("assistant"),
            "phase": st.sampled_from(["commentary", "final_answer"]),
        },
    ),
    max_size=5,
)
BODIES = JSON | st.fixed_dictionaries(
    {"status": SCALARS | st.just("incomplete"), "output": ITEMS},
    optional={"usage": JSON, "error": JSON, "incomplete_details": JSON},
)


@given(status=st.sampled_from([200, 400, 500]), body=BODIES, is_json=st.booleans())
def test_no_response_raises(status: int, body: Any, is_json: bool) -> None:
    openai_responses.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@given(items=ITEMS)
def test_every_call_that_is_sent_back_has_its_result_under_an_id_of_its_own(
    items: list[Any],
) -> None:
    read = openai_responses.lift(Reply(status=200, body=body_of(items)), None)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    spoken: Conversation = (AssistantTurn(read.echo, read.calls), *results)
    sent = openai_responses.lower((*spoken, *spoken), (), Settings(model="m"), DIALECT)
    given_back = sent.body["input"]
    answers = ("function_call_output", "custom_tool_call_output")
    calls = [each["call_id"] for each in given_back if each.get("type") in answers]
    asked = ("function_call", "custom_tool_call")
    assert calls == [each["call_id"] for each in given_back if each.get("type") in asked]
    assert len(set(calls)) == len(calls) == 2 * len(read.calls)
    json.dumps(given_back)


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(openai_responses, NAME, said)


def test_a_simulated_model_refuses_and_fails_as_the_provider_does() -> None:
    body = openai_responses.answer(Answer(refusal="Нельзя"), "m", DIALECT)
    read = openai_responses.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.reason, read.text) == ("refusal", "model", "Нельзя")
    failed = openai_responses.answer_error(429, "rate_limited", "busy")
    fault = openai_responses.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message, fault.retryable) == ("rate_limited", "busy", True)


SETTINGS = st.builds(
    Settings,
    model=st.just("m"),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.none() | st.just(9),
    tool_choice=st.sampled_from([None, "auto", "none", "required", NamedTool("find")]),
    parallel_tool_calls=st.none() | st.booleans(),
)


@given(exchanges=EXCHANGES, tools=TOOLS, strict=st.booleans(), settings=SETTINGS)
def test_what_is_written_is_read_back(
    exchanges: Any, tools: tuple[ToolDefinition, ...], strict: bool, settings: Settings
) -> None:
    if not tools:
        settings = replace(settings, tool_choice=None, parallel_tool_calls=None)
    offer = tuple(replace(each, strict=strict) for each in tools)
    check_request(openai_responses, NAME, exchanges, offer, settings)


def test_what_no_canonical_concept_carries_is_named_when_a_request_is_read() -> None:
    body = {
        "model": "m",
        "input": [
            {"role": "user", "content": [{"type": "input_image", "image_url": "x"}]},
            {"type": "item_reference", "id": "rs_1"},
            {"type": "function_call", "call_id": "a", "name": "find", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "b", "output": "1"},
            {"type": "function_call_output", "call_id": "a", "output": "2", "status": "completed"},
        ],
        "tools": [
            {"type": "web_search"},
            {"type": "function", "name": "find", "parameters": None, "defer_loading": True},
        ],
        "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": []},
        "previous_response_id": "resp_1",
    }
    read = openai_responses.lift_request("/responses", body)
    assert sorted(read.unread) == [
        "/input/0/content",
        "/input/1",
        "/input/3",
        "/input/4/status",
        "/previous_response_id",
        "/tool_choice",
        "/tools/0",
        # To say nothing of `strict` asks the server to make the schema strict on its own.
        "/tools/1/defer_loading",
        "/tools/1/strict",
    ]
    assert [each.parameters for each in read.tools] == [{"type": "object", "properties": {}}]
    assert [type(each).__name__ for each in read.conversation] == [
        "UserTurn",
        "AssistantTurn",
        "ToolResultTurn",
    ]


@given(body=JSON | st.fixed_dictionaries({"input": ITEMS, "tools": JSON, "tool_choice": JSON}))
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        openai_responses.lift_request("/responses", body)
    except ValueError as error:
        assert "input" in str(error)
