"""Amazon Bedrock's Converse: tables of synthetic traffic, and what holds for all of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import bedrock_converse

from tests.adapters.chat_tables import (
    ANSWERS,
    EXCHANGES,
    JSON,
    SCALARS,
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

FULFILS_THE_PROTOCOL: Adapter = bedrock_converse
DIALECT = WIRE_FORMATS.dialect("bedrock_converse")
WIRE_FORMAT = WIRE_FORMATS.load("bedrock_converse")
CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
FIND = ToolDefinition(name="find", description="", parameters={"type": "object", "properties": {}})


def body_of(message: Any) -> dict[str, Any]:
    return {"output": {"message": message}, "stopReason": "end_turn"}


@pytest.mark.parametrize("row", table("bedrock_converse", "answers"))
def test_an_answer_is_read_as_the_table_says(row: dict[str, Any]) -> None:
    echo = None if "echo" in row else row["body"]["output"]["message"]
    assert bedrock_converse.lift(reply(row), offered(row)) == decision(row, echo)


@pytest.mark.parametrize("row", table("bedrock_converse", "faults"))
def test_a_fault_is_named_as_the_table_says(row: dict[str, Any]) -> None:
    read, expected = bedrock_converse.lift(reply(row), None), row["expect"]
    assert read == (decision(row, None) if "reason" in expected else TransportError(**expected))


@pytest.mark.parametrize("row", table("bedrock_converse", "requests"))
def test_a_request_is_written_as_the_table_says(row: dict[str, Any]) -> None:
    request = written(bedrock_converse, "bedrock_converse", row, body_of)
    model = row["settings"]["model"].replace(":", "%3A")
    assert (request.method, request.path) == ("POST", f"/model/{model}/converse")
    assert request.body == row["body"]


@pytest.mark.parametrize("row", table("bedrock_converse", "requests"))
def test_the_model_of_the_service_accepts_what_is_written(row: dict[str, Any]) -> None:
    loaders: Any = pytest.importorskip("botocore.loaders")
    models: Any = pytest.importorskip("botocore.model")
    validators: Any = pytest.importorskip("botocore.validate")
    described = loaders.Loader().load_service_model("bedrock-runtime", "service-2")
    operation = models.ServiceModel(described).operation_model("Converse")
    request = written(bedrock_converse, "bedrock_converse", row, body_of)
    sent = {"modelId": row["settings"]["model"], **request.body}
    report = validators.ParamValidator().validate(sent, operation.input_shape)
    assert report.generate_report() == ""


def test_the_settings_of_a_request_are_kept_apart_from_what_is_said() -> None:
    settings = Settings(model="m", max_output_tokens=9, tool_choice="required")
    request = bedrock_converse.lower((UserTurn("а"),), (FIND,), settings, DIALECT)
    assert request.settings == {
        "inferenceConfig": {"maxTokens": 9},
        "toolConfig": {"toolChoice": {"any": {}}},
    }


def test_an_arn_is_one_part_of_the_path() -> None:
    arn = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-lite-v1:0"
    path = bedrock_converse.lower((UserTurn("а"),), (), Settings(model=arn), DIALECT).path
    assert path.count("/") == 3
    assert bedrock_converse.lift_request(path, {"messages": []}).settings.model == arn


def test_what_another_format_said_is_written_from_its_calls() -> None:
    call = ToolCall(call_id="a", name="find", arguments={"id": 1}, raw_arguments='{"id": 1}')
    spoken: Conversation = (
        UserTurn("Где?"),
        AssistantTurn({"role": "assistant", "content": "Смотрю", "tool_calls": []}, (call, call)),
        ToolResultTurn(call, "Уфа"),
    )
    body = bedrock_converse.lower(spoken, (FIND,), Settings(model="m"), DIALECT).body
    assert body["messages"][1]["content"] == [
        {"text": "Смотрю"},
        {"toolUse": {"toolUseId": "a", "name": "find", "input": {"id": 1}}},
    ]


@pytest.mark.parametrize(
    ("model", "sent"),
    [
        (CLAUDE, {"any": {}}),
        ("amazon.nova-lite-v1:0", {"any": {}}),
        ("us.meta.llama4-maverick-17b-instruct-v1:0", None),
        ("us.anthropic.claude-opus-5-5-v1:0", None),
        ("nobody.knows-it-v1:0", None),
    ],
)
def test_a_choice_is_forced_only_where_the_family_takes_it(model: str, sent: Any) -> None:
    settings = Settings(model=model, tool_choice="required")
    body = WIRE_FORMAT.prepare((FIND,), model).lower((UserTurn("а"),), settings).body
    assert body["toolConfig"].get("toolChoice") == sent


def test_calls_are_forbidden_by_offering_nothing() -> None:
    settings = Settings(model=CLAUDE, tool_choice="none")
    body = WIRE_FORMAT.prepare((FIND,), CLAUDE).lower((UserTurn("а"),), settings).body
    assert "toolConfig" not in body


@pytest.mark.parametrize(
    ("model", "expected"),
    [(CLAUDE, "accepted"), ("amazon.titan-text-express-v1", "rejected"), ("x.y", "accepted")],
)
def test_families_without_tools_are_known(model: str, expected: str) -> None:
    assert DIALECT.for_model(model).acceptance("tools").value == expected


def test_strictness_is_asked_for_where_the_model_has_it() -> None:
    parameters = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
    tool = replace(FIND, parameters=parameters, strict=True)
    (sent,) = WIRE_FORMAT.prepare((tool,), CLAUDE).catalogue.tools
    assert (sent.strict, sent.parameters["additionalProperties"]) == (True, False)
    assert "minimum" not in sent.parameters["properties"]["n"]
    (sent,) = WIRE_FORMAT.prepare((tool,), "us.anthropic.claude-3-haiku-v1:0").catalogue.tools
    assert (sent.strict, sent.parameters) == (False, parameters)


def test_a_bound_beyond_32_bits_is_said_and_not_sent() -> None:
    bounds = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
    parameters = {"type": "object", "properties": {"n": bounds}}
    tool = replace(FIND, parameters=parameters)
    (sent,) = WIRE_FORMAT.prepare((tool,), CLAUDE).catalogue.tools
    lowered = sent.parameters["properties"]["n"]
    assert (lowered["minimum"], "maximum" in lowered) == (0, False)
    assert str(2**53 - 1) in lowered["description"]


def test_what_no_canonical_concept_carries_is_named_when_a_request_is_read() -> None:
    spec = {"name": "find", "inputSchema": {"json": {"type": "object"}}, "cache": True}
    result = {"toolUseId": "a", "status": "error", "content": [{"text": "а"}, {"text": "б"}]}
    body = {
        "system": [{"text": "Ты помощник"}, {"cachePoint": {"type": "default"}}],
        "messages": [
            {"role": "user", "content": [{"text": "Что тут?"}, {"image": {"format": "png"}}]},
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "a", "name": "find", "input": {}}}],
            },
            {
                "role": "user",
                "content": [
                    {"toolResult": {"toolUseId": "b", "content": [{"text": "чужой"}]}},
                    {"toolResult": {**result, "type": "x"}},
                    {"text": "Ну?"},
                ],
            },
            {"role": "narrator", "content": []},
        ],
        "toolConfig": {
            "tools": [
                {"toolSpec": spec},
                {"systemTool": {"name": "nova_grounding"}},
                {"toolSpec": {"name": 7}},
                {"toolSpec": {"name": "now"}},
            ],
            "toolChoice": {"none": {}},
        },
        "inferenceConfig": {"maxTokens": 9, "topP": 1},
        "guardrailConfig": {"guardrailIdentifier": "g"},
    }
    read = bedrock_converse.lift_request("/model/m/converse", body)
    assert sorted(read.unread) == [
        "/guardrailConfig",
        "/inferenceConfig/topP",
        "/messages/0/content/1",
        "/messages/2/content/0",
        "/messages/2/content/1/toolResult/content",
        "/messages/2/content/1/toolResult/type",
        "/messages/3",
        "/system/1",
        "/toolConfig/toolChoice",
        "/toolConfig/tools/0/toolSpec/cache",
        "/toolConfig/tools/1",
        "/toolConfig/tools/2",
        "/toolConfig/tools/3/toolSpec/inputSchema",
    ]
    assert read.settings == Settings(model="m", max_output_tokens=9)
    assert [each.name for each in read.tools] == ["find", "now"]
    assert read.conversation[:2] == (SystemTurn("Ты помощник"), UserTurn("Что тут?"))
    result_turn = read.conversation[3]
    assert isinstance(result_turn, ToolResultTurn)
    assert (result_turn.content, result_turn.is_error) == ("а\nб", True)
    assert read.conversation[4:] == (UserTurn("Ну?"),)


# Words that look enough like blocks to get past the first questions.
BLOCKS = st.lists(
    JSON
    | st.fixed_dictionaries(
        {},
        optional={
            "text": SCALARS,
            "reasoningContent": JSON | st.just({"reasoningText": {"text": "хм"}}),
            "citationsContent": JSON | st.fixed_dictionaries({"content": JSON}),
            "toolResult": JSON,
            "toolUse": JSON
            | st.fixed_dictionaries(
                {"name": SCALARS},
                optional={
                    "toolUseId": st.sampled_from(["a", "b", "в"]),
                    "input": JSON,
                    "type": st.sampled_from(["tool_use", "server_tool_use", "x"]),
                },
            ),
        },
    ),
    max_size=5,
)
REASONS = st.sampled_from(
    ["end_turn", "max_tokens", "content_filtered", "malformed_tool_use", "tool_use", "?"]
)
BODIES = JSON | st.fixed_dictionaries(
    {"output": JSON | st.fixed_dictionaries({"message": st.builds(dict, content=BLOCKS) | JSON})},
    optional={"stopReason": REASONS | SCALARS, "usage": JSON, "trace": JSON, "__type": SCALARS},
)


@given(status=st.sampled_from([200, 400, 424, 500]), body=BODIES, is_json=st.booleans())
def test_no_response_raises(status: int, body: Any, is_json: bool) -> None:
    bedrock_converse.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@given(blocks=BLOCKS)
def test_every_call_that_is_sent_back_has_its_result(blocks: list[Any]) -> None:
    message = {"role": "assistant", "content": blocks}
    read = bedrock_converse.lift(Reply(status=200, body=body_of(message)), None)
    assert isinstance(read, Decision)
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    spoken: Conversation = (UserTurn("а"), AssistantTurn(read.echo, read.calls), *results)
    body = bedrock_converse.lower(spoken, (), Settings(model="m"), DIALECT).body
    said = [each["content"] for each in body["messages"]]
    uses = [each["toolUse"] for each in said[1] if "toolUse" in each] if said[1:] else []
    calls = [each["toolUseId"] for each in uses if each.get("type") != "server_tool_use"]
    given_back = [each["toolResult"] for each in said[2]] if said[2:] else []
    assert [each["toolUseId"] for each in given_back] == calls
    assert len(set(calls)) == len(read.calls)
    assert [each["content"] for each in given_back] == [
        [{"text": str(number)}] for number in range(len(read.calls))
    ]
    assert not calls or body["toolConfig"]["tools"]
    json.dumps(body)


@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(said: Answer) -> None:
    check_answer(bedrock_converse, "bedrock_converse", said)


def test_a_simulated_model_refuses_and_fails_as_the_provider_does() -> None:
    body = bedrock_converse.answer(Answer(refusal="Нельзя"), "m", DIALECT)
    read = bedrock_converse.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.reason, read.text) == ("refusal", "provider_filter", "Нельзя")
    failed = bedrock_converse.answer_error(429, "rate_limited", "busy")
    fault = bedrock_converse.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message, fault.retryable) == ("rate_limited", "busy", True)


SETTINGS = st.builds(
    Settings,
    model=st.sampled_from([CLAUDE, "amazon.nova-lite-v1:0", "arn:x/y z"]),
    temperature=st.none() | st.just(0.5),
    max_output_tokens=st.none() | st.just(9),
    tool_choice=st.sampled_from([None, "auto", "required", NamedTool("find")]),
)


STRICT = replace(FIND, name="get_order", description="Заказ", strict=True)
# With calls in the history a request without tools is not sent.
CATALOGUES = st.sampled_from([(FIND,), (STRICT,), (FIND, STRICT)])


@given(exchanges=EXCHANGES, tools=CATALOGUES, settings=SETTINGS)
def test_what_is_written_is_read_back(
    exchanges: Any, tools: tuple[ToolDefinition, ...], settings: Settings
) -> None:
    check_request(bedrock_converse, "bedrock_converse", exchanges, tools, settings)


@given(
    body=JSON
    | st.fixed_dictionaries(
        {
            "messages": JSON
            | st.lists(
                st.fixed_dictionaries(
                    {"role": st.sampled_from(["user", "assistant", "system"]), "content": BLOCKS}
                ),
                max_size=3,
            )
        },
        optional={"system": JSON, "toolConfig": JSON, "inferenceConfig": JSON},
    )
)
def test_no_request_breaks_the_reading(body: Any) -> None:
    try:
        bedrock_converse.lift_request("/model/m/converse", body)
    except ValueError as error:
        assert "messages" in str(error) or "deep" in str(error)
