"""Chat Completions: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import openai_chat

from tests.adapters.chat_tables import (
    ANSWERS,
    EXCHANGES,
    JSON,
    MESSAGES,
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
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec.wire_formats import WIRE_FORMATS

FULFILS_THE_PROTOCOL: Adapter = openai_chat
OPENAI = WIRE_FORMATS.dialect("openai_chat")


@pytest.mark.parametrize("row", table("openai_chat", "calls", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    message = row["body"]["choices"][0]["message"]
    assert openai_chat.lift(reply(row), offered(row)) == decision(row, message)


@pytest.mark.parametrize("row", table("openai_chat", "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    assert openai_chat.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", table("openai_chat", "verdicts_in_errors"))
def test_an_error_made_by_the_model_is_a_decision(row: dict[str, Any]) -> None:
    assert openai_chat.lift(reply(row), None) == decision(row, None)


def body_of(message: dict[str, Any]) -> dict[str, Any]:
    return {"choices": [{"finish_reason": "stop", "message": message}]}


def answer(message: dict[str, Any]) -> Reply:
    return Reply(status=200, body=body_of(message))


@pytest.mark.parametrize("row", table("openai_chat", "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(openai_chat, "openai_chat", row, body_of)
    assert (request.method, request.path) == ("POST", "/chat/completions")
    assert request.body == row["body"]


CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "find", "arguments": '{"город": "Самара",  "n": 1}'},
}


def test_a_conversation_of_two_turns_makes_the_round() -> None:
    schema = {"type": "object", "properties": {"я": {}, "а": {}}, "required": ["я"]}
    tools = (ToolDefinition(name="find", description="Найти", parameters=schema),)
    settings = Settings(model="m")
    start: Conversation = (SystemTurn("Ты помощник"), UserTurn("Найди"))
    message = {"role": "assistant", "content": None, "tool_calls": [CALL], "x": {"opaque": "QUJD"}}
    first = openai_chat.lift(answer(message), frozenset({"find"}))
    assert isinstance(first, Decision)
    second = (
        *start,
        AssistantTurn(first.echo, first.calls),
        ToolResultTurn(first.calls[0], {"найдено": ["Самара"]}),
    )
    body = openai_chat.lower(second, tools, settings, OPENAI).body
    assert body["messages"][2] == message
    assert body["messages"][3] == {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": '{"найдено":["Самара"]}',
    }
    assert body["tools"][0]["function"]["parameters"] is schema
    wire = orjson.dumps(body)
    assert "Самара".encode() in wire
    assert b"\\u04" not in wire


def test_a_result_that_answers_nothing_is_an_error_of_the_caller() -> None:
    stray = ToolCall(call_id="9", name="find", arguments={}, raw_arguments="{}")
    for before in ((), (AssistantTurn({"content": "ок"}),)):
        conversation = (*before, ToolResultTurn(stray, "x"))
        with pytest.raises(ValueError, match=r"a tool result follows|answers no call"):
            openai_chat.lower(conversation, (), Settings(model="m"), OPENAI)


def test_lowering_does_not_change_what_it_is_given() -> None:
    message = {"role": "assistant", "content": "", "tool_calls": [CALL], "audio": None}
    before = json.dumps(message)
    read = openai_chat.lift(answer(message), None)
    assert isinstance(read, Decision)
    conversation = (AssistantTurn(read.echo, read.calls), ToolResultTurn(read.calls[0], ""))
    openai_chat.lower(conversation, (), Settings(model="m"), OPENAI)
    assert json.dumps(message) == before


BODIES = JSON | st.builds(
    lambda message, finish, usage: {
        "choices": [{"message": message, "finish_reason": finish}],
        "usage": usage,
    },
    MESSAGES,
    SCALARS,
    JSON,
)
HEADERS = st.dictionaries(
    st.sampled_from(["retry-after", "retry-after-ms", "x-should-retry", "date"]),
    st.text(max_size=5) | st.sampled_from(["1e9", "٣", "1_0", "-1", "true", "FALSE"]),
)
OFFERS = st.none() | st.frozensets(st.sampled_from(["", "null", "text", "find"]))


@given(status=st.sampled_from([200, 400, 429, 500]) | st.integers(), body=BODIES, headers=HEADERS)
def test_no_response_raises(status: int, body: Any, headers: dict[str, str]) -> None:
    for is_json in (True, False):
        lifted = openai_chat.lift(
            Reply(status=status, body=body, is_json=is_json, headers=headers), None
        )
        if isinstance(lifted, TransportError):
            assert re.fullmatch(r"[a-z_]+", lifted.kind)
            assert lifted.message
            assert lifted.retry_after_s is None or 0 <= lifted.retry_after_s < float("inf")


@given(message=MESSAGES, names=OFFERS)
def test_a_decision_agrees_with_its_calls(message: dict[str, Any], names: Any) -> None:
    read = openai_chat.lift(answer(message), names)
    assert isinstance(read, Decision)
    can_be_executed = any(call.defect is None for call in read.calls)
    if read.kind != "refusal":
        assert (read.kind == "tool_call") == can_be_executed
    assert (read.reason is None) == (read.kind in ("tool_call", "text"))
    assert (read.text is not None) or read.kind != "text"
    for call in read.calls:
        assert call.defect is not None or (call.name and call.arguments is not None)
    assert len(set(read.anomalies)) == len(read.anomalies)


@given(message=MESSAGES, names=OFFERS)
def test_every_answered_call_is_followed_by_its_result(message: dict[str, Any], names: Any) -> None:
    read = openai_chat.lift(answer(message), names)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    conversation: Conversation = (AssistantTurn(read.echo, read.calls), *results)
    body = openai_chat.lower(conversation, (), Settings(model="m"), OPENAI).body
    assistant, *answers = body["messages"]
    sent = [call["id"] for call in assistant.get("tool_calls", [])]
    assert len(set(sent)) == len(sent) == len(read.calls)
    assert [each["tool_call_id"] for each in answers] == sent
    assert [each["content"] for each in answers] == [str(n) for n in range(len(sent))]
    assert assistant["content"] is not None or sent
    for call in assistant.get("tool_calls", []):
        if call["type"] == "function":
            assert isinstance(json.loads(call["function"]["arguments"]), dict)


def test_records_can_be_written_out_whole() -> None:
    """Half an emoji in the answer is kept, and can be escaped by whoever writes it."""
    read = openai_chat.lift(answer({"content": "Готово \ud83d"}), None)
    assert isinstance(read, Decision)
    assert json.loads(json.dumps(asdict(read)))["text"] == "Готово \ud83d"


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(openai_chat, "openai_chat", said)


def test_a_simulated_model_can_refuse_and_fail() -> None:
    body = openai_chat.answer(Answer(refusal="Нельзя"), "m", OPENAI)
    read = openai_chat.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.reason, read.text) == ("refusal", "model", "Нельзя")
    failed = openai_chat.answer_error(429, "rate_limit_exceeded", "busy")
    fault = openai_chat.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message) == ("rate_limited", "busy")


SETTINGS = st.builds(
    Settings,
    model=st.just("m"),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.none() | st.just(9),
    seed=st.none() | st.just(7),
    tool_choice=st.sampled_from([None, "auto", "required", "none", NamedTool("find")]),
    parallel_tool_calls=st.none() | st.booleans(),
)


@given(exchanges=EXCHANGES, tools=TOOLS, settings=SETTINGS)
def test_what_is_written_is_read_back(exchanges: Any, tools: Any, settings: Settings) -> None:
    if not tools:
        settings = replace(settings, tool_choice=None, parallel_tool_calls=None)
    if settings.max_output_tokens:
        settings = replace(settings, output_limit_field="max_completion_tokens")
    check_request(openai_chat, "openai_chat", exchanges, tools, settings)


@given(body=JSON | st.fixed_dictionaries({"messages": JSON, "tools": JSON}))
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        openai_chat.lift_request("/chat/completions", body)
    except ValueError as error:
        assert "messages" in str(error)
