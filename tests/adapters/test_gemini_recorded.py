"""Real traffic of Gemini: every response is read, every request is written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from toolspec_adapters import gemini

from tests.adapters.openai_chat_normal import without_nulls
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS

RECORDS = recorded("gemini")
PROTO = WIRE_FORMATS.dialect("gemini")
JSON_SCHEMA = WIRE_FORMATS.dialect("gemini_json_schema")
SERVER_PARTS = {"executableCode", "codeExecutionResult", "toolCall", "toolResponse"}


def declared(request: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        each
        for entry in request.get("tools") or []
        for each in entry.get("functionDeclarations", [])
    ]


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body = record["response"]
    offered = frozenset(each["name"] for each in declared(record["request"]))
    read = gemini.lift(Reply(status=record["status"], body=body), offered)
    if isinstance(read, TransportError):
        tally("gemini", record["provider"], f"error:{read.kind}")
        check_error(read, record)
        return
    tally("gemini", record["provider"], f"{read.kind}:{read.reason}" if read.reason else read.kind)
    candidate = body["candidates"][0]
    usage = body["usageMetadata"]
    thought = usage.get("thoughtsTokenCount")
    assert record["status"] == 200
    assert read.echo == candidate["content"]
    assert read.model == body["modelVersion"]
    assert read.finish == str(candidate["finishReason"])
    assert read.usage.input_tokens == usage["promptTokenCount"]
    assert read.usage.output_tokens == usage.get("candidatesTokenCount", 0) + (thought or 0)
    assert read.usage.reasoning_tokens == thought
    check_calls(read, candidate, offered)
    check_kind(read, candidate)


def check_error(read: TransportError, record: dict[str, Any]) -> None:
    error = record["response"]["error"]
    assert (read.status, read.message) == (error["code"], error["message"].strip()[:500])
    kinds = {400: "bad_request", 404: "not_found", 429: "rate_limited"}
    assert read.kind == kinds[record["status"]]
    if record["status"] == 429:
        delays = [each["retryDelay"] for each in error["details"] if "retryDelay" in each]
        assert [f"{read.retry_after_s:g}s"] == delays
        assert read.retryable


def check_calls(read: Decision, candidate: dict[str, Any], offered: frozenset[str]) -> None:
    sent = [
        each["functionCall"] for each in candidate["content"]["parts"] if "functionCall" in each
    ]
    assert [(each.call_id, each.name, each.raw_arguments) for each in read.calls] == [
        (each.get("id"), each["name"], each["args"]) for each in sent
    ]
    is_unasked = candidate["finishReason"] == "UNEXPECTED_TOOL_CALL"
    for call in read.calls:
        if call.name in offered and not is_unasked:
            assert (call.arguments, call.defect) == (call.raw_arguments, None)
        else:
            assert call.defect in ("unknown_tool", "unsolicited")


def check_kind(read: Decision, candidate: dict[str, Any]) -> None:
    parts = candidate["content"]["parts"]
    said = "".join(each["text"] for each in parts if "text" in each and not each.get("thought"))
    assert read.text == (said if said.strip() else None)
    if any("functionCall" in each for each in parts):
        is_good = any(each.defect is None for each in read.calls)
        assert read.kind == ("tool_call" if is_good else "invalid")
    elif read.text:
        assert read.kind == "text"
    else:
        assert (read.kind, read.reason) == ("invalid", "empty")
    is_served = any(not SERVER_PARTS.isdisjoint(each) for each in parts)
    assert ("server_tool_executed" in read.anomalies) == is_served


def camel(key: str) -> str:
    first, *others = key.split("_")
    return first + "".join(each.capitalize() for each in others)


def envelope(value: Any, *inside: str) -> Any:
    """An object with JSON's names for its fields, and of the objects and lists in `inside`."""
    if isinstance(value, list):
        return [envelope(each, *inside) for each in value]
    if not isinstance(value, dict):
        return value
    named = {camel(key): each for key, each in value.items()}
    return {key: envelope(each, *inside) if key in inside else each for key, each in named.items()}


ENVELOPE = (
    "contents",
    "parts",
    "functionCall",
    "functionResponse",
    "toolCall",
    "toolResponse",
    "tools",
    "functionDeclarations",
    "toolConfig",
    "functionCallingConfig",
    "generationConfig",
    "thinkingConfig",
    "systemInstruction",
)


def normal(body: dict[str, Any]) -> dict[str, Any]:
    """The request in one of the ways of writing that the API reference calls equal.

    Equal are: a field that is null and one that is absent, a configuration that is empty and none;
    one entry of `tools` and several with the same declarations; a type's word in any case and its
    number; a part alone and a list of one; the texts of one message in several parts and in one;
    what a function gave, and the same as its `output`; an empty description and none; parameters
    without one and none.
    """
    made = without_nulls(body)
    made["contents"] = joined(list(map(content, made["contents"])))
    if "systemInstruction" in made:
        parts = made["systemInstruction"]["parts"]
        listed = parts if isinstance(parts, list) else [parts]
        # The role of instructions says nothing, and neither does a thought that is none.
        made["systemInstruction"] = {"parts": [{"text": each["text"]} for each in listed]}
    calling = without_nulls(made.get("toolConfig", {}))
    made["toolConfig"] = {
        **calling,
        "functionCallingConfig": calling.get("functionCallingConfig", {}),
    }
    made.setdefault("generationConfig", {})
    others = [
        {key: each for key, each in entry.items() if key != "functionDeclarations"}
        for entry in map(without_nulls, made.get("tools", []))
    ]
    own = [declaration(each) for each in declared(made)]
    made["tools"] = [{"functionDeclarations": own}, *(each for each in others if each)]
    return made


def content(value: dict[str, Any]) -> dict[str, Any]:
    if value["role"] == "model":
        return value
    parts = list(map(part, value["parts"]))
    if all(each.keys() == {"text"} for each in parts):
        parts = [{"text": "".join(each["text"] for each in parts)}]
    return {**value, "parts": parts}


def joined(contents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Results that follow each other are in one content, as the reference asks for."""
    made: list[dict[str, Any]] = []
    for each in contents:
        is_result = all("functionResponse" in part for part in each["parts"])
        if is_result and made and all("functionResponse" in part for part in made[-1]["parts"]):
            made[-1] = {**made[-1], "parts": [*made[-1]["parts"], *each["parts"]]}
        else:
            made.append(each)
    return made


def part(value: dict[str, Any]) -> dict[str, Any]:
    if "functionResponse" in value:
        given = value["functionResponse"]
        response = given["response"]
        if response.keys() not in ({"output"}, {"error"}):
            response = {"output": response}
        return {"functionResponse": {**given, "response": response}}
    if value.get("thought") is False:
        return {key: each for key, each in value.items() if key != "thought"}
    return value


def declaration(value: dict[str, Any]) -> dict[str, Any]:
    made = {key: each for key, each in value.items() if (key, each) != ("description", "")}
    if "parameters" in made:
        made["parameters"] = proto(made["parameters"])
        if not made["parameters"]["properties"]:
            made.pop("parameters")
    return made


NUMBERS = ("", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT")


def proto(schema: dict[str, Any]) -> dict[str, Any]:
    made = dict(schema)
    kind = made["type"]
    made["type"] = NUMBERS[kind] if isinstance(kind, int) else kind.upper()
    if "items" in made:
        made["items"] = proto(made["items"])
    if "properties" in made:
        made["properties"] = {key: proto(each) for key, each in made["properties"].items()}
    return made


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    request = envelope(record["request"], *ENVELOPE)
    is_proto = any("parameters" in each for each in declared(request))
    dialect = PROTO if is_proto else JSON_SCHEMA
    # No signature is put in place of one that was not sent.
    dialect = replace(dialect, options={**dialect.options, "foreign_signature": None})
    made = round_trip(
        gemini,
        dialect,
        {**record, "request": request},
        normalise=normal,
        explains=explains(record["request"]),
    )
    tally("gemini requests", record["provider"], made.outcome)
    assert made.unexplained == ()


def explains(request: dict[str, Any]) -> tuple[str, ...]:
    """What differs for a reason that the payload shows."""
    hosted = any(
        not entry.keys() & {"functionDeclarations"} for entry in request.get("tools") or []
    )
    others = [
        f"/contents/{place}/parts"
        for place, each in enumerate(request["contents"])
        if any(part.keys() & {"inlineData", "file_data"} for part in each["parts"])
    ]
    # A tool that the host runs itself, and a part that is no text, are not read, which makes the
    # list shorter.
    return (*(("/tools",) if hosted else ()), *others)


@pytest.mark.parametrize("record", params(RECORDS))
def test_both_names_of_a_field_say_the_same(record: dict[str, Any]) -> None:
    request = record["request"]
    as_sent = gemini.lift_request(record["url_path"], request)
    as_json = gemini.lift_request(record["url_path"], envelope(request, *ENVELOPE))
    assert as_sent.tools == as_json.tools
    assert as_sent.settings == as_json.settings
    assert len(as_sent.unread) == len(as_json.unread)
    assert [type(each) for each in as_sent.conversation] == [
        type(each) for each in as_json.conversation
    ]
    assert record["url_path"].rsplit("/", 1)[-1].startswith(as_sent.settings.model)
    json.dumps(as_sent.settings.model)
