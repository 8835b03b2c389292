"""The types of `ollama` against our payloads and answers.

The types of its tools are narrower than those of the server: they know no schemas within schemas,
and leave out without a word what they do not know. `carried` says what that is.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tests.sdk.contracts import ABSENT, EXAMPLES, Rejected, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from toolspec.jsontypes import JsonObject
from toolspec.provider import Request

httpx = pytest.importorskip("httpx", reason=ABSENT)
ollama = pytest.importorskip("ollama", reason=ABSENT)
pydantic = pytest.importorskip("pydantic", reason=ABSENT)

SCHEMA = ollama.Tool.Function.Parameters


def names(model: Any) -> set[str]:
    """The keywords that a type knows."""
    return {field.alias or name for name, field in model.model_fields.items()}


class Client:
    """Ollama's client, with a network that keeps the body and answers the same to everything."""

    def __init__(self) -> None:
        self._client = ollama.Client(transport=httpx.MockTransport(self._answered))
        self._body: JsonObject = {}

    def _answered(self, request: Any) -> Any:
        self._body = json.loads(request.content)
        return httpx.Response(200, json={"message": {"role": "assistant"}})

    def on_the_wire(self, request: Request) -> JsonObject:
        try:
            self._client.chat(**request.body)
        except (pydantic.ValidationError, TypeError) as error:
            raise Rejected(str(error)) from error
        return {name: value for name, value in self._body.items() if value != []}


def carried(body: JsonObject) -> JsonObject:
    """A payload without what the types do not know: ids and places of calls, most keywords.

    Messages go without fields that say nothing.
    """
    tools = {"tools": [_tool(each) for each in body["tools"]]} if "tools" in body else {}
    return {**body, "messages": [_message(each) for each in body["messages"]], **tools}


def _message(message: JsonObject) -> JsonObject:
    known = {name: each for name, each in message.items() if each and name != "tool_call_id"}
    if "tool_calls" not in known:
        return known
    functions = [each["function"] for each in known["tool_calls"]]
    calls = [{"name": each["name"], "arguments": each["arguments"]} for each in functions]
    return {**known, "tool_calls": [{"function": each} for each in calls]}


def _tool(tool: JsonObject) -> JsonObject:
    schema = _known(tool["function"]["parameters"], SCHEMA)
    if "properties" in schema:
        properties = schema["properties"].items()
        schema["properties"] = {name: _known(each, SCHEMA.Property) for name, each in properties}
    return {**tool, "function": {**tool["function"], "parameters": schema}}


def _known(schema: JsonObject, model: Any) -> JsonObject:
    return {name: value for name, value in schema.items() if name in names(model)}


def read(answer: JsonObject) -> Said:
    # The server says more of a call than the types know: its id and its place.
    message = ollama.ChatResponse.model_validate(answer).message
    calls = [
        (each.function.name, each.function.arguments, None) for each in message.tool_calls or ()
    ]
    return Said(message.content, tuple(calls))


SDK = Sdk(on_the_wire=Client().on_the_wire, read=read, carried=carried, knows_ids=False)


@EXAMPLES
@given(CASES)
def test_ollama(case: Case) -> None:
    check(SDK, "ollama", "qwen3", case)
