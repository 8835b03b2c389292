"""The types of `mistralai` against our payloads and answers."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from tests.sdk.contracts import ABSENT, EXAMPLES, Rejected, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Request

pydantic = pytest.importorskip("pydantic", reason=ABSENT)
models = pytest.importorskip("mistralai.client.models", reason=ABSENT)


def on_the_wire(request: Request) -> Json:
    try:
        typed = models.ChatCompletionRequest.model_validate(request.body, extra="forbid")
    except pydantic.ValidationError as error:
        raise Rejected(str(error)) from error
    # As `mistralai.client.utils.marshal_json` does, which makes a type anew for each request.
    body: JsonObject = typed.model_dump(by_alias=True, mode="json", exclude_none=True)
    assert body.pop("stream") is False
    for each in body["messages"]:
        assert not each.pop("prefix", False)
    return body


def read(answer: JsonObject) -> Said:
    typed = models.ChatCompletionResponse.model_validate(answer, extra="forbid")
    message = typed.choices[0].message
    calls = [
        (each.function.name, json.loads(each.function.arguments), each.id)
        for each in message.tool_calls or ()
    ]
    return Said(message.content, tuple(calls))


SDK = Sdk(on_the_wire=on_the_wire, read=read)


@EXAMPLES
@given(CASES)
def test_mistral(case: Case) -> None:
    check(SDK, "mistral", "mistral-large-latest", case)
