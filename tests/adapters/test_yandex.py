"""Yandex AI Studio's completion API: tables after the documented shapes, and what holds for all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import yandex

from tests.adapters.gigachat_yandex_tables import (
    ARGUMENTS,
    NAMES,
    TEXTS,
    TOOLS,
    Row,
    any_json,
    assert_decision,
    broken,
    offered,
    reply,
    rows,
    settings,
    tools,
    turns,
)
from toolspec.provider import (
    Adapter,
    Answer,
    AssistantTurn,
    Conversation,
    NamedTool,
    ProposedCall,
    Reply,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    UserTurn,
)
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

FULFILS_THE_PROTOCOL: Adapter = yandex
DIALECT = WIRE_FORMATS.dialect("yandex")
JSON = any_json(
    *("result", "alternatives", "message", "text", "toolCallList", "toolCalls", "functionCall"),
    *("name", "arguments", "status", "usage", "inputTextTokens", "role", "assistant", "user"),
    *("messages", "tools", "function", "toolResultList", "toolResults", "functionResult"),
    *("error", "grpcCode", "httpCode", "code", "completionOptions", "ALTERNATIVE_STATUS_FINAL"),
)


@pytest.mark.parametrize("row", rows("yandex", "answers"))
def test_an_answer_is_read_as_the_table_says(row: Row) -> None:
    assert_decision(yandex.lift(reply(row), offered(row)), row["expect"])


@pytest.mark.parametrize("row", rows("yandex", "answers"))
def test_a_broken_answer_is_read_and_can_be_sent_back(row: Row) -> None:
    for body in broken(row["body"]):
        read = yandex.lift(Reply(status=200, body=body), offered(row))
        if isinstance(read, Decision):
            results = [ToolResultTurn(call, "x") for call in read.calls]
            turn = AssistantTurn(read.echo, read.calls)
            for dialect in (DIALECT,):
                yandex.lower((turn, *results), (), Settings(model="m"), dialect)


@pytest.mark.parametrize("row", rows("yandex", "requests"))
def test_a_broken_request_is_read_or_refused(row: Row) -> None:
    for body in broken(row["body"]):
        try:
            lifted = yandex.lift_request("/completions", body)
        except ValueError:
            continue
        json.dumps(lifted.unread)


@pytest.mark.parametrize("row", rows("yandex", "faults"))
def test_a_fault_is_named_as_the_table_says(row: Row) -> None:
    assert yandex.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", rows("yandex", "requests"))
def test_a_request_is_written_as_the_table_says(row: Row) -> None:
    before = json.dumps(row)
    conversation = turns(yandex, row["conversation"])
    request = yandex.lower(conversation, tools(row), settings(row["settings"]), DIALECT)
    assert (request.method, request.path) == ("POST", "/completion")
    assert request.body == row["body"]
    rest = {"messages", "tools"}
    assert request.settings == {key: row["body"][key] for key in row["body"].keys() - rest}
    assert json.dumps(row) == before


@pytest.mark.parametrize("row", rows("yandex", "lifted"))
def test_a_request_is_read_as_the_table_says(row: Row) -> None:
    lifted = yandex.lift_request(row["path"], row["body"])
    assert lifted.tools == tools(row)
    assert lifted.settings == settings(row["settings"])
    assert sorted(lifted.unread) == row.get("unread", [])


def test_results_of_the_role_user_are_no_turn_of_the_user() -> None:
    calls = {"toolCalls": [{"functionCall": {"name": "t", "arguments": {}}}]}
    results = {"toolResults": [{"functionResult": {"name": "t", "content": "1"}}]}
    body = {
        "messages": [
            {"role": "user", "text": "U"},
            {"role": "assistant", "toolCallList": calls},
            {"role": "user", "toolResultList": results},
        ]
    }
    spoken = yandex.lift_request("/completion", body).conversation
    assert [type(each) for each in spoken] == [UserTurn, AssistantTurn, ToolResultTurn]


@given(status=st.sampled_from([200, 400, 500]), body=JSON, is_json=st.booleans())
def test_no_response_raises_and_a_decision_agrees_with_its_calls(
    status: int, body: Any, is_json: bool
) -> None:
    read = yandex.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"name"}))
    if isinstance(read, Decision):
        can_be_executed = any(call.defect is None for call in read.calls)
        assert (read.kind == "tool_call") == can_be_executed or read.kind == "refusal"
        assert (read.reason is None) == (read.kind in ("tool_call", "text"))
        results = [ToolResultTurn(call, n) for n, call in enumerate(read.calls)]
        conversation: Conversation = (AssistantTurn(read.echo, read.calls), *results)
        sent = yandex.lower(conversation, (), Settings(model="m"), DIALECT).body["messages"]
        answers = sent[-1]["toolResultList"]["toolResults"] if results else []
        assert [each["functionResult"]["content"] for each in answers] == [
            str(n) for n in range(len(results))
        ]


@given(body=JSON)
def test_a_request_is_read_or_refused(body: Any) -> None:
    try:
        yandex.lift_request("/completion", body)
    except ValueError as error:
        assert "messages" in str(error)


CALLS = st.lists(st.builds(ProposedCall, NAMES, ARGUMENTS), min_size=1, max_size=3).map(tuple)
ANSWERS = (
    st.builds(Answer, text=TEXTS)
    | st.builds(Answer, calls=CALLS)
    | st.builds(Answer, refusal=TEXTS)
)


@given(said=ANSWERS)
def test_a_simulated_answer_is_read_back(said: Answer) -> None:
    read = yandex.lift(Reply(status=200, body=yandex.answer(said, "M", DIALECT)), None)
    assert isinstance(read, Decision)
    assert [(each.name, each.arguments) for each in read.calls] == [
        (each.tool, each.arguments) for each in said.calls
    ]
    assert read.text == (said.refusal or said.text)
    assert read.kind == ("refusal" if said.refusal else "tool_call" if said.calls else "text")
    assert read.model == "M"


def test_a_simulated_error_is_read_back() -> None:
    body = yandex.answer_error(404, "not_found", "no such model")
    expected = TransportError(kind="not_found", message="no such model", status=404)
    assert yandex.lift(Reply(status=404, body=body), None) == expected


@given(
    offer=TOOLS,
    said=ANSWERS.filter(lambda each: each.refusal is None),
    choice=st.sampled_from([None, "auto", "none", "required"]) | st.builds(NamedTool, NAMES),
    temperature=st.none() | st.floats(0, 1),
    limit=st.none() | st.integers(1, 999),
    parallel=st.none() | st.booleans(),
)
def test_a_request_is_read_back(
    offer: tuple[ToolDefinition, ...],
    said: Answer,
    choice: Any,
    temperature: float | None,
    limit: int | None,
    parallel: bool | None,
) -> None:
    read = yandex.lift(Reply(status=200, body=yandex.answer(said, "M", DIALECT)), None)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, f"место {n}") for n, call in enumerate(read.calls)]
    turn = AssistantTurn(read.echo, read.calls)
    spoken: Conversation = (SystemTurn("S"), UserTurn("U"), turn, *results)
    given_settings = Settings(
        model="gpt://F/yandexgpt/latest",
        temperature=temperature,
        max_output_tokens=limit,
        tool_choice=choice if offer else None,
        parallel_tool_calls=parallel if offer else None,
    )
    request = yandex.lower(spoken, offer, given_settings, DIALECT)
    lifted = yandex.lift_request(request.path, request.body)
    assert lifted.tools == offer
    assert lifted.settings == given_settings
    assert lifted.unread == ()
    assert lifted.conversation == spoken
