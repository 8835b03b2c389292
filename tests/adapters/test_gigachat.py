"""GigaChat v1 and v2: tables after the documented shapes, and what holds for all of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import gigachat

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

FULFILS_THE_PROTOCOL: Adapter = gigachat
VERSIONS = {1: WIRE_FORMATS.dialect("gigachat"), 2: WIRE_FORMATS.dialect("gigachat_v2")}
JSON = any_json(
    *("choices", "messages", "message", "content", "function_call", "arguments", "name", "text"),
    *("finish_reason", "error", "blacklist", "length", "status", "usage", "role", "assistant"),
    *("tools", "functions", "specifications", "function_result", "model_options", "tool", "id"),
)


@pytest.mark.parametrize("row", rows("gigachat", "answers"))
def test_an_answer_is_read_as_the_table_says(row: Row) -> None:
    assert_decision(gigachat.lift(reply(row), offered(row)), row["expect"])


@pytest.mark.parametrize("row", rows("gigachat", "answers"))
def test_a_broken_answer_is_read_and_can_be_sent_back(row: Row) -> None:
    for body in broken(row["body"]):
        read = gigachat.lift(Reply(status=200, body=body), offered(row))
        if isinstance(read, Decision):
            results = [ToolResultTurn(call, "x") for call in read.calls]
            turn = AssistantTurn(read.echo, read.calls)
            for dialect in VERSIONS.values():
                gigachat.lower((turn, *results), (), Settings(model="m"), dialect)


@pytest.mark.parametrize("row", rows("gigachat", "requests"))
def test_a_broken_request_is_read_or_refused(row: Row) -> None:
    for body in broken(row["body"]):
        try:
            lifted = gigachat.lift_request("/completions", body)
        except ValueError:
            continue
        json.dumps(lifted.unread)


@pytest.mark.parametrize("row", rows("gigachat", "faults"))
def test_a_fault_is_named_as_the_table_says(row: Row) -> None:
    assert gigachat.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", rows("gigachat", "requests"))
def test_a_request_is_written_as_the_table_says(row: Row) -> None:
    dialect = WIRE_FORMATS.dialect(row["dialect"])
    before = json.dumps(row)
    conversation = turns(gigachat, row["conversation"])
    request = gigachat.lower(conversation, tools(row), settings(row["settings"]), dialect)
    assert (request.method, request.path) == ("POST", "/chat/completions")
    assert request.body == row["body"]
    rest = {"messages", "functions", "tools"}
    assert request.settings == {key: row["body"][key] for key in row["body"].keys() - rest}
    assert json.dumps(row) == before


@pytest.mark.parametrize("row", rows("gigachat", "lifted"))
def test_a_request_is_read_as_the_table_says(row: Row) -> None:
    lifted = gigachat.lift_request(row["path"], row["body"])
    assert lifted.tools == tools(row)
    assert lifted.settings == settings(row["settings"])
    assert sorted(lifted.unread) == row.get("unread", [])


def test_the_versions_differ_in_data_alone() -> None:
    first, second = VERSIONS[1], VERSIONS[2]
    assert (first.auth.kind, second.auth.kind) == ("gigachat", "gigachat")
    assert first.base_url.endswith("/v1")
    assert second.base_url.endswith("/v2")
    assert first.acceptance("tool_choice.required").value == "unsupported"
    assert first.acceptance("tool_choice.named").value == "accepted"
    assert first.acceptance("parallel_calls").value == "unsupported"
    assert second.acceptance("tool_choice.required").value == "accepted"
    assert all(each.acceptance("seed").value == "unsupported" for each in (first, second))
    assert second.options["token_url"] == first.options["token_url"]


@given(status=st.sampled_from([200, 401, 413, 500]), body=JSON, is_json=st.booleans())
def test_no_response_raises_and_a_decision_agrees_with_its_calls(
    status: int, body: Any, is_json: bool
) -> None:
    read = gigachat.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"name"}))
    if isinstance(read, Decision):
        can_be_executed = any(call.defect is None for call in read.calls)
        assert (read.kind == "tool_call") == can_be_executed or read.kind == "refusal"
        assert (read.reason is None) == (read.kind in ("tool_call", "text"))
        results = [ToolResultTurn(call, n) for n, call in enumerate(read.calls)]
        conversation: Conversation = (AssistantTurn(read.echo, read.calls), *results)
        for dialect in VERSIONS.values():
            body = gigachat.lower(conversation, (), Settings(model="m"), dialect).body
            assert len(_results(body)) == len(results)


@given(path=st.sampled_from(["/v1/chat/completions", "/v2/chat/completions"]), body=JSON)
def test_a_request_is_read_or_refused(path: str, body: Any) -> None:
    try:
        gigachat.lift_request(path, body)
    except ValueError as error:
        assert "messages" in str(error)


CALLS = st.lists(st.builds(ProposedCall, NAMES, ARGUMENTS), max_size=3).map(tuple)
ANSWERS = (
    st.builds(Answer, text=TEXTS, calls=CALLS)
    | st.builds(Answer, calls=CALLS.filter(bool))
    | st.builds(Answer, refusal=TEXTS)
)


@given(version=st.sampled_from([1, 2]), said=ANSWERS)
def test_a_simulated_answer_is_read_back(version: int, said: Answer) -> None:
    body = gigachat.answer(said, "M", VERSIONS[version])
    read = gigachat.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    heard = said.calls[:1] if version == 1 else said.calls
    assert [(each.name, each.arguments) for each in read.calls] == [
        (each.tool, each.arguments) for each in heard
    ]
    assert read.text == (said.refusal or said.text)
    assert read.kind == ("refusal" if said.refusal else "tool_call" if heard else "text")
    assert read.model == "M"


def test_a_simulated_error_is_read_back() -> None:
    body = gigachat.answer_error(404, "not_found", "No such model")
    expected = TransportError(kind="not_found", message="No such model", status=404)
    assert gigachat.lift(Reply(status=404, body=body), None) == expected


@given(
    version=st.sampled_from([1, 2]),
    offer=TOOLS,
    said=ANSWERS.filter(lambda each: each.refusal is None),
    choice=st.sampled_from(["auto", "none", "required"]) | st.builds(NamedTool, NAMES),
    temperature=st.none() | st.floats(0.01, 2),
    limit=st.none() | st.integers(1, 999),
    parallel=st.none() | st.booleans(),
)
def test_a_request_is_read_back(
    version: int,
    offer: tuple[ToolDefinition, ...],
    said: Answer,
    choice: Any,
    temperature: float | None,
    limit: int | None,
    parallel: bool | None,
) -> None:
    if version == 1:
        choice, parallel = ("auto" if choice == "required" else choice), None
    dialect = VERSIONS[version]
    read = gigachat.lift(Reply(status=200, body=gigachat.answer(said, "M", dialect)), None)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, {"место": n}) for n, call in enumerate(read.calls)]
    turn = AssistantTurn(read.echo, read.calls)
    spoken: Conversation = (SystemTurn("S"), UserTurn("U"), turn, *results)
    given_settings = Settings(
        model="M",
        temperature=temperature,
        max_output_tokens=limit,
        tool_choice=choice if offer else None,
        parallel_tool_calls=parallel if offer else None,
    )
    request = gigachat.lower(spoken, offer, given_settings, dialect)
    lifted = gigachat.lift_request(request.path, request.body)
    assert lifted.tools == offer
    assert lifted.settings == given_settings
    assert lifted.unread == ()
    assert lifted.conversation[:2] == spoken[:2]
    heard = [each for each in lifted.conversation if isinstance(each, ToolResultTurn)]
    assert [(each.call.name, each.content) for each in heard] == [
        (each.call.name, each.content) for each in results
    ]
    again = gigachat.lower(lifted.conversation, lifted.tools, lifted.settings, dialect)
    assert again.body == request.body


def _results(body: Any) -> list[Any]:
    return [each for each in body["messages"] if each["role"] in ("function", "tool")]
