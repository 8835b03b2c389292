"""The model of Bedrock's runtime in `botocore` against our payloads and answers of Converse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.contracts import ABSENT, EXAMPLES, Rejected, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from toolspec.jsontypes import JsonObject
from toolspec.provider import Request

parsers = pytest.importorskip("botocore.parsers", reason=ABSENT)
serialize = pytest.importorskip("botocore.serialize", reason=ABSENT)
session = pytest.importorskip("botocore.session", reason=ABSENT)
validate = pytest.importorskip("botocore.validate", reason=ABSENT)

SERVICE = session.get_session().get_service_model("bedrock-runtime")
CONVERSE = SERVICE.operation_model("Converse")
PROTOCOL = SERVICE.metadata["protocol"]


def problems(value: Any, shape: Any) -> str:
    """What botocore has against a value: wrong types, fields that are unknown or missing."""
    return str(validate.ParamValidator().validate(value, shape).generate_report())


def on_the_wire(request: Request) -> JsonObject:
    given = {"modelId": "model", **request.body}
    if found := problems(given, CONVERSE.input_shape):
        raise Rejected(found)
    made = serialize.create_serializer(PROTOCOL).serialize_to_request(given, CONVERSE)
    body: JsonObject = json.loads(made["body"])
    return body


def read(answer: JsonObject) -> Said:
    assert problems(answer, CONVERSE.output_shape) == ""
    response = {"status_code": 200, "headers": {}, "body": json.dumps(answer).encode()}
    parsed = parsers.create_parser(PROTOCOL).parse(response, CONVERSE.output_shape)
    content = parsed["output"]["message"]["content"]
    used = [each["toolUse"] for each in content if "toolUse" in each]
    calls = tuple((each["name"], each["input"], each["toolUseId"]) for each in used)
    return Said("".join(each.get("text", "") for each in content), calls)


SDK = Sdk(on_the_wire=on_the_wire, read=read)
MODELS = st.sampled_from(["amazon.nova-pro-v1:0", "anthropic.claude-sonnet-4-5-20250929-v1:0"])


@EXAMPLES
@given(MODELS, CASES)
def test_bedrock_converse(model: str, case: Case) -> None:
    check(SDK, "bedrock_converse", model, case)
