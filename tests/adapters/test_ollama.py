"""Ollama's own chat: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import ollama

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
    Reply,
    Settings,
    ToolResultTurn,
)
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

FULFILS_THE_PROTOCOL: Adapter = ollama
DIALECT = WIRE_FORMATS.dialect("ollama")


def body_of(message: Any) -> dict[str, Any]:
    return {"done": True, "done_reason": "stop", "message": message}


def echo_of(row: dict[str, Any]) -> Any:
    """The provider's own message, which is to be sent back."""
    body = row["body"]
    return body.get("message")


@pytest.mark.parametrize("row", table("ollama", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    assert ollama.lift(reply(row), offered(row)) == decision(row, echo_of(row))


@pytest.mark.parametrize("row", table("ollama", "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    read = ollama.lift(reply(row), None)
    expected = row["expect"]
    if "reason" in expected:
        assert read == decision(row, None)
    else:
        assert read == TransportError(**expected)


@pytest.mark.parametrize("row", table("ollama", "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(ollama, "ollama", row, body_of)
    assert (request.method, request.path) == ("POST", "/api/chat")
    assert request.body == row["body"]


BODIES = JSON | st.builds(
    lambda message, finish, usage: {
        "message": message,
        "done_reason": finish,
        "eval_count": usage,
    },
    MESSAGES,
    SCALARS,
    JSON,
)


@given(status=st.sampled_from([200, 400, 500]), body=BODIES, is_json=st.booleans())
def test_no_response_raises(status: int, body: Any, is_json: bool) -> None:
    ollama.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@given(message=MESSAGES)
def test_every_call_that_is_sent_back_has_its_result(message: dict[str, Any]) -> None:
    read = ollama.lift(Reply(status=200, body=body_of(message)), None)
    if isinstance(read, TransportError):
        return
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    spoken: Conversation = (AssistantTurn(read.echo, read.calls), *results)
    messages = ollama.lower(spoken, (), Settings(model="m"), DIALECT).body["messages"]
    assert [each["content"] for each in messages[1:]] == [str(n) for n in range(len(results))]
    sent = messages[0].get("tool_calls", []) if messages else []
    assert len(sent) == len(results)
    json.dumps(messages)


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(ollama, "ollama", said)


def test_a_simulated_model_refuses_in_text_and_can_fail() -> None:
    body = ollama.answer(Answer(refusal="Нельзя"), "m", DIALECT)
    read = ollama.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.text) == ("text", "Нельзя")
    failed = ollama.answer_error(429, "rate_limited", "busy")
    fault = ollama.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message) == ("rate_limited", "busy")


SETTINGS = st.builds(
    Settings,
    model=st.just("m"),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.none() | st.just(9),
    seed=st.none() | st.just(7),
)


@given(exchanges=EXCHANGES, tools=TOOLS, settings=SETTINGS)
def test_what_is_written_is_read_back(exchanges: Any, tools: Any, settings: Settings) -> None:
    check_request(ollama, "ollama", exchanges, tools, settings)


@given(body=JSON | st.fixed_dictionaries({"messages": JSON, "tools": JSON}))
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        ollama.lift_request("/api/chat", body)
    except ValueError as error:
        assert "messages" in str(error)
