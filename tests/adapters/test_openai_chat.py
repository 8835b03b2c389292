"""Chat Completions: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import openai_chat

from toolspec.provider import (
    Adapter,
    AssistantTurn,
    Conversation,
    Reply,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, TransportError, Usage

TABLES = Path(__file__).parent / "openai_chat"
FULFILS_THE_PROTOCOL: Adapter = openai_chat
OPENAI = openai_chat.DEFAULT_BASE_URL


def table(*names: str) -> list[Any]:
    rows = [row for name in names for row in json.loads((TABLES / f"{name}.json").read_text())]
    return [pytest.param(row, id=row["name"]) for row in rows]


def reply(row: dict[str, Any]) -> Reply:
    return Reply(
        status=row.get("status", 200),
        body=row["body"],
        is_json=row.get("is_json", True),
        headers=row.get("headers", {}),
    )


def offered(row: dict[str, Any]) -> frozenset[str] | None:
    return None if row.get("offered") is None else frozenset(row["offered"])


def decision(row: dict[str, Any], echo: Any) -> Decision:
    """The decision that a row expects; what it does not name is as a `Decision` begins."""
    fields = {"echo": echo, **row["expect"]}
    fields["calls"] = tuple(ToolCall(**call) for call in fields.get("calls", ()))
    fields["usage"] = Usage(**fields.get("usage", {}))
    fields["anomalies"] = tuple(fields.get("anomalies", ()))
    return Decision(**fields)


@pytest.mark.parametrize("row", table("calls", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    message = row["body"]["choices"][0]["message"]
    assert openai_chat.lift(reply(row), offered(row)) == decision(row, message)


@pytest.mark.parametrize("row", table("faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    assert openai_chat.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", table("verdicts_in_errors"))
def test_an_error_made_by_the_model_is_a_decision(row: dict[str, Any]) -> None:
    assert openai_chat.lift(reply(row), None) == decision(row, None)


def turns(rows: list[dict[str, Any]]) -> Conversation:
    made: list[Turn] = []
    calls: tuple[ToolCall, ...] = ()
    for row in rows:
        if "system" in row:
            made.append(SystemTurn(row["system"]))
        elif "user" in row:
            made.append(UserTurn(row["user"]))
        elif "echo" in row:
            made.append(AssistantTurn(row["echo"]))
        elif "assistant" in row:
            read = openai_chat.lift(answer(row["assistant"]), offered(row))
            assert isinstance(read, Decision)
            calls = read.calls
            made.append(AssistantTurn(read.echo, calls))
        else:
            result = ToolResultTurn(calls[row["result"]], row["content"], "is_error" in row)
            made.append(result)
    return tuple(made)


def answer(message: dict[str, Any]) -> Reply:
    return Reply(status=200, body={"choices": [{"finish_reason": "stop", "message": message}]})


@pytest.mark.parametrize("row", table("requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    tools = tuple(ToolDefinition(**tool) for tool in row["tools"])
    settings = Settings(**row["settings"])
    request = openai_chat.lower(
        turns(row["conversation"]), tools, settings, base_url=row["base_url"]
    )
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
    body = openai_chat.lower(second, tools, settings, base_url=OPENAI).body
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
            openai_chat.lower(conversation, (), Settings(model="m"), base_url=OPENAI)


def test_lowering_does_not_change_what_it_is_given() -> None:
    message = {"role": "assistant", "content": "", "tool_calls": [CALL], "audio": None}
    before = json.dumps(message)
    read = openai_chat.lift(answer(message), None)
    assert isinstance(read, Decision)
    conversation = (AssistantTurn(read.echo, read.calls), ToolResultTurn(read.calls[0], ""))
    openai_chat.lower(conversation, (), Settings(model="m"), base_url=OPENAI)
    assert json.dumps(message) == before


def test_the_key_travels_as_a_bearer_token() -> None:
    assert openai_chat.authorize("k") == {"Authorization": "Bearer k"}


# Values that look enough like an answer to get past the first question.
KEYS = json.loads((TABLES / "words" / "keys.json").read_text())
WORDS = st.sampled_from(json.loads((TABLES / "words" / "values.json").read_text()))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=4)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=24,
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={"content": JSON, "tool_calls": st.lists(JSON, max_size=4) | JSON, "refusal": JSON},
)
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
    body = openai_chat.lower(conversation, (), Settings(model="m"), base_url=OPENAI).body
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
