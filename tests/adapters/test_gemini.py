"""Google Gemini: tables of synthetic responses and requests, and what holds for all of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import gemini

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

FULFILS_THE_PROTOCOL: Adapter = gemini
DIALECT = WIRE_FORMATS.dialect("gemini")


def body_of(content: Any) -> dict[str, Any]:
    return {"candidates": [{"finishReason": "STOP", "content": content}]}


@pytest.mark.parametrize("row", table("gemini", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    echo = None if "echo" in row else row["body"]["candidates"][0]["content"]
    assert gemini.lift(reply(row), offered(row)) == decision(row, echo)


@pytest.mark.parametrize("row", table("gemini", "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    assert gemini.lift(reply(row), None) == TransportError(**row["expect"])


@pytest.mark.parametrize("row", table("gemini", "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(gemini, "gemini", row, body_of)
    model = row["settings"]["model"]
    assert (request.method, request.path) == ("POST", f"/models/{model}:generateContent")
    assert request.body == row["body"]
    config = ("toolConfig", "generationConfig")
    assert request.settings == {k: v for k, v in request.body.items() if k in config}


def test_calls_that_another_format_put_out_get_a_stand_in_for_their_signature() -> None:
    call = ToolCall(call_id="a", name="find", arguments={"id": 1}, raw_arguments='{"id": 1}')
    spoken: Conversation = (
        UserTurn("Где?"),
        AssistantTurn([{"type": "reasoning"}], (call, call)),
        ToolResultTurn(call, "Уфа"),
        ToolResultTurn(call, "Уфа"),
    )
    request = gemini.lower(spoken, (), Settings(model="a/b"), DIALECT)
    assert request.path == "/models/a%2Fb:generateContent"
    function = {"id": "a", "name": "find", "args": {"id": 1}}
    assert request.body["contents"][1]["parts"] == [
        {"functionCall": function, "thoughtSignature": "skip_thought_signature_validator"},
        {"functionCall": function},
    ]


@pytest.mark.parametrize("row", table("gemini", "schemas"))
def test_a_schema_of_google_is_read_as_one_of_the_same_meaning(row: dict[str, Any]) -> None:
    declared = [{"name": "find", "parameters": row["proto"]}]
    body = {"contents": [], "tools": [{"functionDeclarations": declared}]}
    read = gemini.lift_request("/models/m:generateContent", body)
    assert read.tools == (ToolDefinition(name="find", description="", parameters=row["json"]),)
    assert read.unread == tuple(row.get("unread", ()))


def test_what_no_canonical_concept_carries_is_named_when_a_request_is_read() -> None:
    body = {
        "contents": [
            {"role": "user", "parts": [{"text": "Что тут?"}, {"inlineData": {"data": "MTIz"}}]},
            {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "find"}}]},
            {
                "role": "user",
                "parts": [
                    {"functionResponse": {"id": "b", "name": "find", "response": {}}},
                    {"functionResponse": {"id": "a", "name": "find", "response": {}, "parts": []}},
                    {"text": "Ну?"},
                ],
            },
            {"role": "narrator", "parts": []},
        ],
        "tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "find"}, {"name": 7}]}],
        "toolConfig": {
            "functionCallingConfig": {"mode": "VALIDATED", "allowedFunctionNames": ["find"]}
        },
        "generationConfig": {"topP": 1, "seed": 7},
        "safetySettings": [],
    }
    read = gemini.lift_request("/v1beta/models/gemini-3:generateContent", body)
    assert sorted(read.unread) == [
        "/contents/0/parts/1",
        "/contents/2/parts/0",
        "/contents/2/parts/1/functionResponse/parts",
        "/contents/3",
        "/generationConfig/topP",
        "/safetySettings",
        "/toolConfig/functionCallingConfig/allowedFunctionNames",
        "/toolConfig/functionCallingConfig/mode",
        "/tools/0/googleSearch",
        "/tools/1/functionDeclarations/1",
    ]
    assert read.settings == Settings(model="gemini-3", seed=7)
    assert [each.parameters for each in read.tools] == [{"type": "object", "properties": {}}]
    assert [type(each).__name__ for each in read.conversation] == [
        "UserTurn",
        "AssistantTurn",
        "ToolResultTurn",
        "UserTurn",
    ]


# Words that look enough like parts to get past the first questions.
PARTS = st.lists(
    JSON
    | st.fixed_dictionaries(
        {},
        optional={
            "text": SCALARS,
            "thought": st.booleans(),
            "thoughtSignature": st.just("QUJD"),
            "toolCall": JSON,
            "functionCall": JSON
            | st.fixed_dictionaries(
                {"name": SCALARS}, optional={"id": st.sampled_from(["a", "b"]), "args": JSON}
            ),
        },
    ),
    max_size=5,
)
REASONS = st.sampled_from(
    ["STOP", "MAX_TOKENS", "SAFETY", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "?"]
)
BODIES = JSON | st.fixed_dictionaries(
    {
        "candidates": st.lists(
            st.fixed_dictionaries(
                {"content": st.fixed_dictionaries({"parts": PARTS | JSON}) | JSON},
                optional={"finishReason": REASONS | SCALARS, "finishMessage": SCALARS},
            )
            | JSON,
            max_size=2,
        )
    },
    optional={"promptFeedback": JSON, "usageMetadata": JSON, "error": JSON},
)


@given(status=st.sampled_from([200, 400, 500]), body=BODIES, is_json=st.booleans())
def test_no_response_raises(status: int, body: Any, is_json: bool) -> None:
    gemini.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@given(parts=PARTS)
def test_every_call_that_is_sent_back_has_its_result_by_id_and_name(parts: list[Any]) -> None:
    read = gemini.lift(Reply(status=200, body=body_of({"role": "model", "parts": parts})), None)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    spoken: Conversation = (AssistantTurn(read.echo, read.calls), *results)
    contents = gemini.lower(spoken, (), Settings(model="m"), DIALECT).body["contents"]
    said = [each for content in contents for each in content["parts"]]
    named = [each.get("functionCall", each.get("function_call")) for each in said]
    calls = [each for each in named if each is not None]
    given_back = [each["functionResponse"] for each in said if "functionResponse" in each]
    assert [(each.get("id"), each["name"]) for each in calls] == [
        (each.get("id"), each["name"]) for each in given_back
    ]
    assert [each["response"] for each in given_back] == [
        {"output": number} for number in range(len(read.calls))
    ]
    json.dumps(contents)


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(gemini, "gemini", said)


def test_a_simulated_model_refuses_and_fails_as_the_provider_does() -> None:
    body = gemini.answer(Answer(refusal="Нельзя"), "m", DIALECT)
    read = gemini.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.reason, read.text) == ("refusal", "provider_filter", "Нельзя")
    failed = gemini.answer_error(429, "rate_limited", "busy")
    fault = gemini.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message, fault.retryable) == ("rate_limited", "busy", True)


SETTINGS = st.builds(
    Settings,
    model=st.sampled_from(["gemini-3.5-flash", "tuned:x/y z"]),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.none() | st.just(9),
    seed=st.none() | st.just(7),
    tool_choice=st.sampled_from([None, "auto", "none", "required", NamedTool("find")]),
)


@pytest.mark.parametrize("name", ["gemini", "gemini_json_schema"])
@given(exchanges=EXCHANGES, tools=TOOLS, settings=SETTINGS)
def test_what_is_written_is_read_back(
    name: str, exchanges: Any, tools: tuple[ToolDefinition, ...], settings: Settings
) -> None:
    if not tools:
        settings = replace(settings, tool_choice=None)
    dialect = WIRE_FORMATS.dialect(name)
    said: list[Turn] = [SystemTurn("Ты помощник")]
    for question, answer, results in exchanges:
        read = gemini.lift(Reply(status=200, body=gemini.answer(answer, "m", dialect)), None)
        assert isinstance(read, Decision)
        said += [UserTurn(question), AssistantTurn(read.echo, read.calls)]
        said += [ToolResultTurn(c, r) for c, r in zip(read.calls, results, strict=False)]
    request = gemini.lower(tuple(said), tools, settings, dialect)
    lifted = gemini.lift_request(request.path, json.loads(json.dumps(request.body)))
    assert lifted.unread == ()
    assert (lifted.tools, lifted.settings) == (tools, settings)
    assert list(map(gist, lifted.conversation)) == list(map(gist, said))


@given(
    body=JSON
    | st.fixed_dictionaries(
        {
            "contents": JSON
            | st.lists(st.fixed_dictionaries({"role": SCALARS, "parts": PARTS}), max_size=3)
        },
        optional={
            "tools": JSON,
            "toolConfig": JSON,
            "generationConfig": JSON,
            "systemInstruction": JSON,
        },
    )
)
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        gemini.lift_request("/models/m:generateContent", body)
    except ValueError as error:
        assert "contents" in str(error) or "deep" in str(error)
