"""Anthropic: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import anthropic

from tests.adapters.chat_tables import (
    ANSWERS,
    EXCHANGES,
    JSON,
    SCALARS,
    TOOLS,
    check_answer,
    decision,
    gist,
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
    Turn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec.wire_formats import WIRE_FORMATS

FULFILS_THE_PROTOCOL: Adapter = anthropic
DIALECT = WIRE_FORMATS.dialect("anthropic")


def body_of(content: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": content, "stop_reason": "end_turn"}


@pytest.mark.parametrize("row", table("anthropic", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    said = None if "echo" in row else {"role": "assistant", "content": row["body"]["content"]}
    assert anthropic.lift(reply(row), offered(row)) == decision(row, said)


@pytest.mark.parametrize("row", table("anthropic", "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    assert anthropic.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", table("anthropic", "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(anthropic, "anthropic", row, body_of)
    assert (request.method, request.path) == ("POST", row.get("path", "/messages"))
    assert request.body == row["body"]
    said = ("messages", "system", "tools")
    assert request.settings == {k: v for k, v in request.body.items() if k not in said}


def test_an_answer_that_a_filter_stopped_is_a_refusal_and_no_fault() -> None:
    message = "Output blocked by content filtering policy"
    body = {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    read = anthropic.lift(Reply(status=400, body=body), None)
    assert read == Decision(kind="refusal", reason="provider_filter")


def test_a_turn_that_another_format_put_out_is_made_of_its_calls() -> None:
    call = ToolCall(call_id="a|b", name="find", arguments={"id": 1}, raw_arguments='{"id": 1}')
    spoken: Conversation = (
        UserTurn("Где?"),
        AssistantTurn({"role": "assistant", "content": "Ищу", "tool_calls": [{}]}, (call,)),
        ToolResultTurn(call, "Уфа"),
    )
    messages = anthropic.lower(spoken, (), Settings(model="m"), DIALECT).body["messages"]
    made = "call_toolspec_1_0"
    use = {"type": "tool_use", "id": made, "name": "find", "input": {"id": 1}}
    assert messages[1:] == [
        {"role": "assistant", "content": [{"type": "text", "text": "Ищу"}, use]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": made, "content": "Уфа"}],
        },
    ]


def test_what_no_canonical_concept_carries_is_named_when_a_request_is_read() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    use = {"type": "tool_use", "id": "a", "name": "find", "input": {}}
    image = {"type": "image", "source": {}}
    body = {
        "model": "claude-sonnet-4-6",
        "max_tokens": 9,
        "system": [{"type": "text", "text": "Ты", **mark}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Что тут?"}, image]},
            {"role": "assistant", "content": [use]},
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "b", "content": "?"},
                    {"type": "text", "text": "Ну?"},
                    {"type": "tool_result", "tool_use_id": "a", "content": "Поздно"},
                ],
            },
            {"role": "assistant", "content": [use]},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "a", "content": [image]}],
            },
            {"role": "narrator", "content": "И"},
        ],
        "tools": [
            {"name": "find", "input_schema": {"type": "object"}, "defer_loading": True, **mark},
            {"type": "web_search_20250305", "name": "web_search"},
        ],
        "tool_choice": {"type": "some"},
        "thinking": {"type": "adaptive"},
        "top_k": 5,
    }
    read = anthropic.lift_request("/messages", body)
    assert sorted(read.unread) == [
        "/messages/0/content/1",
        "/messages/2/content/0",
        "/messages/2/content/2",
        "/messages/4/content/0/content/0",
        "/messages/5",
        "/system/0/cache_control",
        "/thinking",
        "/tool_choice",
        "/tools/0/cache_control",
        "/tools/0/defer_loading",
        "/tools/1",
        "/top_k",
    ]
    assert read.settings == Settings(model="claude-sonnet-4-6", max_output_tokens=9)
    assert [each.name for each in read.tools] == ["find"]


@pytest.mark.parametrize(
    ("model", "name", "temperature", "forced", "strict"),
    [
        ("claude-3-5-haiku-20241022", "anthropic", "accepted", "accepted", "rejected"),
        ("claude-sonnet-4-20250514", "anthropic", "accepted", "accepted", "rejected"),
        ("claude-opus-4-1-20250805", "anthropic", "accepted", "accepted", "accepted"),
        ("claude-sonnet-4-6", "anthropic", "accepted", "accepted", "accepted"),
        ("eu.anthropic.claude-opus-4-8", "anthropic_bedrock", "rejected", "accepted", "accepted"),
        ("claude-sonnet-5", "anthropic", "rejected", "accepted", "accepted"),
        ("claude-sonnet-5@20260601", "anthropic_vertex", "rejected", "accepted", "accepted"),
        ("claude-sonnet-5-5", "anthropic", "rejected", "rejected", "accepted"),
        ("claude-mythos-5-2", "anthropic", "rejected", "rejected", "accepted"),
        ("claude-of-next-year", "anthropic", "rejected", "rejected", "accepted"),
        ("claude-sonnet-4-6", "anthropic_2026_10_21", "rejected", "accepted", "accepted"),
        ("qwen2.5-coder", "anthropic_compatible", "accepted", "accepted", "ignored"),
    ],
)
def test_a_model_takes_what_is_known_of_it_and_an_unknown_one_little(
    model: str, name: str, temperature: str, forced: str, strict: str
) -> None:
    dialect = WIRE_FORMATS.dialect(name).for_model(model)
    choices = [dialect.acceptance(f"tool_choice.{each}").value for each in ("required", "named")]
    assert dialect.acceptance("temperature").value == temperature
    assert choices == [forced, forced]
    assert dialect.acceptance("strict").value == strict


def test_the_version_travels_in_a_header() -> None:
    versions = {
        name: WIRE_FORMATS.dialect(name).headers["anthropic-version"]
        for name in ("anthropic", "anthropic_2026_10_21")
    }
    assert versions == {"anthropic": "2023-06-01", "anthropic_2026_10_21": "2026-10-21"}
    assert (DIALECT.auth.header, DIALECT.auth.prefix) == ("x-api-key", "")


# Words that look enough like blocks to get past the first questions.
TYPES = st.sampled_from(
    ["text", "tool_use", "thinking", "server_tool_use", "web_fetch_tool_result", "tool_result", "?"]
)
BLOCKS = st.lists(
    JSON
    | st.fixed_dictionaries(
        {"type": TYPES},
        optional={
            "text": SCALARS,
            "thinking": SCALARS,
            "id": st.sampled_from(["a", "b", "c.d"]),
            "tool_use_id": st.sampled_from(["a", "b"]) | SCALARS,
            "name": SCALARS,
            "input": JSON,
            "caller": JSON | st.just({"type": "code_execution", "tool_id": "a"}),
            "content": JSON,
        },
    ),
    max_size=5,
)
BODIES = JSON | st.fixed_dictionaries(
    {"content": BLOCKS | JSON},
    optional={
        "stop_reason": st.sampled_from(["end_turn", "max_tokens", "refusal"]) | SCALARS,
        "stop_details": JSON,
        "usage": JSON,
        "error": JSON,
    },
)


@given(status=st.sampled_from([200, 400, 529]), body=BODIES, is_json=st.booleans())
def test_no_response_raises(status: int, body: Any, is_json: bool) -> None:
    anthropic.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@given(turns=st.lists(BLOCKS, min_size=1, max_size=3))
def test_every_call_that_is_sent_back_has_its_result_right_after_it(turns: list[Any]) -> None:
    spoken: list[Turn] = [UserTurn("Где?")]
    for blocks in turns:
        read = anthropic.lift(Reply(status=200, body=body_of(blocks)), None)
        assert isinstance(read, Decision)
        spoken.append(AssistantTurn(read.echo, read.calls))
        spoken += [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    messages = anthropic.lower(tuple(spoken), (), Settings(model="m"), DIALECT).body["messages"]
    sent: list[str] = []
    for before, after in zip(
        messages, [*messages[1:], {"role": "user", "content": []}], strict=True
    ):
        if before["role"] != "assistant":
            continue
        calls = [each["id"] for each in anthropic_calls(before["content"])]
        given_back = after["content"] if after["role"] == "user" else []
        results = [each["tool_use_id"] for each in given_back if each["type"] == "tool_result"]
        assert results == calls
        assert [each["type"] for each in given_back[: len(calls)]] == ["tool_result"] * len(calls)
        sent += calls
    assert len(set(sent)) == len(sent)
    json.dumps(messages)


def anthropic_calls(content: Any) -> list[dict[str, Any]]:
    """The calls of a message but those of a program that has ended."""
    results = ("web_fetch_tool_result",)
    ended = [each.get("tool_use_id") for each in content if each["type"] in results]
    return [
        each
        for each in content
        if each["type"] == "tool_use" and not (program(each) and program(each) in ended)
    ]


def program(block: dict[str, Any]) -> Any:
    caller = block.get("caller")
    is_program = isinstance(caller, dict) and caller.get("type") not in (None, "direct")
    return caller.get("tool_id") if isinstance(caller, dict) and is_program else None


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(anthropic, "anthropic", said)


def test_a_simulated_model_refuses_and_fails_as_the_provider_does() -> None:
    body = anthropic.answer(Answer(refusal="Нельзя"), "m", DIALECT)
    read = anthropic.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.reason, read.text) == ("refusal", "provider_filter", "Нельзя")
    failed = anthropic.answer_error(429, "rate_limited", "busy")
    fault = anthropic.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message, fault.retryable) == ("rate_limited", "busy", True)


SETTINGS = st.builds(
    Settings,
    model=st.sampled_from(["claude-sonnet-4-6", "eu.anthropic.claude:0", "a/b c"]),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.just(9),
    tool_choice=st.sampled_from(["auto", "none", "required", NamedTool("find")]),
    parallel_tool_calls=st.none() | st.booleans(),
)


@pytest.mark.parametrize("name", ["anthropic", "anthropic_bedrock", "anthropic_vertex"])
@given(exchanges=EXCHANGES, tools=TOOLS, settings=SETTINGS)
def test_what_is_written_is_read_back(
    name: str, exchanges: Any, tools: tuple[ToolDefinition, ...], settings: Settings
) -> None:
    if not tools:
        settings = replace(settings, tool_choice=None, parallel_tool_calls=None)
    if settings.tool_choice == "none":
        settings = replace(settings, parallel_tool_calls=None)
    dialect = WIRE_FORMATS.dialect(name)
    said: list[Turn] = [SystemTurn("Ты помощник")]
    for question, answer, results in exchanges:
        read = anthropic.lift(Reply(status=200, body=anthropic.answer(answer, "m", dialect)), None)
        assert isinstance(read, Decision)
        said += [UserTurn(question), AssistantTurn(read.echo, read.calls)]
        said += [ToolResultTurn(c, r) for c, r in zip(read.calls, results, strict=False)]
    request = anthropic.lower(tuple(said), tools, settings, dialect)
    lifted = anthropic.lift_request(request.path, json.loads(json.dumps(request.body)))
    assert lifted.unread == ()
    assert (lifted.tools, lifted.settings) == (tools, settings)
    assert list(map(gist, lifted.conversation)) == list(map(gist, said))


@given(
    body=JSON
    | st.fixed_dictionaries(
        {
            "messages": JSON
            | st.lists(
                st.fixed_dictionaries(
                    {"role": st.sampled_from(["user", "assistant"]) | SCALARS, "content": BLOCKS}
                ),
                max_size=3,
            )
        },
        optional={"tools": JSON, "tool_choice": JSON, "system": JSON, "model": JSON},
    )
)
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        anthropic.lift_request("/messages", body)
    except ValueError as error:
        assert "messages" in str(error) or "deep" in str(error)
