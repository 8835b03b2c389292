"""The types of `openai` against our payloads and answers: Chat Completions and Responses."""

from __future__ import annotations

import json
import operator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.contracts import ABSENT, EXAMPLES, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from tests.sdk.typed_dicts import Parameters
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Request

openai = pytest.importorskip("openai", reason=ABSENT)
httpx = pytest.importorskip("httpx2", reason=ABSENT)
chat = pytest.importorskip("openai.types.chat", reason=ABSENT)
responses = pytest.importorskip("openai.types.responses", reason=ABSENT)

CHAT = chat.completion_create_params.CompletionCreateParamsNonStreaming
RESPONSES = responses.response_create_params.ResponseCreateParamsNonStreaming


class Client:
    """OpenAI's client, with a network that keeps the body and answers the same to everything."""

    def __init__(self, resource: str, parameters: Any) -> None:
        transport = httpx.MockTransport(self._answered)
        client = openai.OpenAI(api_key="key", http_client=httpx.Client(transport=transport))
        self._create = operator.attrgetter(f"{resource}.create")(client)
        self._parameters = Parameters(parameters)
        self._body: Json = None

    def _answered(self, request: Any) -> Any:
        self._body = json.loads(request.content)
        return httpx.Response(200, json={})

    def on_the_wire(self, request: Request) -> Json:
        self._parameters.check(request.body)
        self._create(**request.body)
        return self._body


def read_completion(answer: JsonObject) -> Said:
    message = chat.ChatCompletion.model_validate(answer, extra="forbid").choices[0].message
    calls = [
        (each.function.name, json.loads(each.function.arguments), each.id)
        for each in message.tool_calls or ()
    ]
    return Said(message.content, tuple(calls))


def read_response(answer: JsonObject) -> Said:
    response = responses.Response.model_validate(answer, extra="forbid")
    calls = [
        (each.name, json.loads(each.arguments), each.call_id)
        for each in response.output
        if isinstance(each, responses.ResponseFunctionToolCall)
    ]
    return Said(response.output_text, tuple(calls))


COMPLETIONS = Sdk(on_the_wire=Client("chat.completions", CHAT).on_the_wire, read=read_completion)
MODELS = st.sampled_from(["gpt-4.1", "o4-mini"])
RESPONSE = Sdk(on_the_wire=Client("responses", RESPONSES).on_the_wire, read=read_response)


@EXAMPLES
@given(MODELS, CASES)
def test_chat_completions(model: str, case: Case) -> None:
    check(COMPLETIONS, "openai_chat", model, case)


@EXAMPLES
@given(MODELS, CASES)
def test_responses(model: str, case: Case) -> None:
    check(RESPONSE, "openai_responses", model, case)
