"""The types of `google-genai` against our payloads and answers, with both fields for schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tests.sdk.contracts import ABSENT, EXAMPLES, Rejected, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from toolspec.jsontypes import JsonObject
from toolspec.lowering.walk import each_schema
from toolspec.provider import Request

genai = pytest.importorskip("google.genai", reason=ABSENT)
types = pytest.importorskip("google.genai.types", reason=ABSENT)
httpx = pytest.importorskip("httpx", reason=ABSENT)
pydantic = pytest.importorskip("pydantic", reason=ABSENT)


class Client:
    """Google's client, with a network that keeps the body and answers the same to everything."""

    def __init__(self) -> None:
        transport = {"transport": httpx.MockTransport(self._answered)}
        options = types.HttpOptions(client_args=transport)
        self._client = genai.Client(api_key="key", http_options=options)
        self._body: JsonObject = {}

    def _answered(self, request: Any) -> Any:
        self._body = json.loads(request.content)
        return httpx.Response(200, json={})

    def on_the_wire(self, request: Request) -> JsonObject:
        config = dict(request.body)
        contents = config.pop("contents")
        config |= config.pop("generationConfig", {})
        try:
            typed = types.GenerateContentConfig.model_validate(config)
        # For a list of types the SDK fails before it can say so.
        except (pydantic.ValidationError, AttributeError) as error:
            raise Rejected(str(error)) from error
        self._client.models.generate_content(model="gemini", contents=contents, config=typed)
        return self._body


def carried(body: JsonObject) -> JsonObject:
    """A payload without nulls in schemas: the types take them for fields that are not there."""
    tools = [
        {"functionDeclarations": [_without_nulls(each) for each in tool["functionDeclarations"]]}
        for tool in body.get("tools", ())
    ]
    return {**body, "tools": tools} if tools else body


def _without_nulls(declaration: JsonObject) -> JsonObject:
    if "parameters" not in declaration:
        return declaration
    schema = each_schema(
        declaration["parameters"],
        lambda each: {name: value for name, value in each.items() if value is not None},
    )
    return {**declaration, "parameters": schema}


def read(answer: JsonObject) -> Said:
    response = types.GenerateContentResponse.model_validate(answer)
    parts = response.candidates[0].content.parts
    calls = [(each.name, each.args, each.id) for each in response.function_calls or ()]
    return Said("".join(each.text or "" for each in parts), tuple(calls))


# Fields of a schema go out with underscores, which servers take as well.
SDK = Sdk(on_the_wire=Client().on_the_wire, read=read, carried=carried, spells_alike=False)


@pytest.mark.parametrize("adapter", ["gemini", "gemini_json_schema"])
@EXAMPLES
@given(CASES)
def test_gemini(adapter: str, case: Case) -> None:
    check(SDK, adapter, "gemini-3-pro", case)
