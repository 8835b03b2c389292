"""The types of `anthropic` against our payloads and answers, in both versions of the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tests.sdk.contracts import ABSENT, EXAMPLES, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from tests.sdk.typed_dicts import Parameters
from toolspec.jsontypes import JsonObject
from toolspec.provider import Request

anthropic = pytest.importorskip("anthropic", reason=ABSENT)
httpx = pytest.importorskip("httpx2", reason=ABSENT)
types = pytest.importorskip("anthropic.types", reason=ABSENT)

PARAMETERS = Parameters(types.message_create_params.MessageCreateParamsNonStreaming)


class Client:
    """Anthropic's client, with a network that keeps the body and answers the same to everything."""

    def __init__(self, *unknown: str) -> None:
        network = httpx.Client(transport=httpx.MockTransport(self._answered))
        self._messages = anthropic.Anthropic(api_key="key", http_client=network).messages
        self._unknown = unknown
        self._body: JsonObject = {}

    def _answered(self, request: Any) -> Any:
        self._body = json.loads(request.content)
        return httpx.Response(200, json={})

    def on_the_wire(self, request: Request) -> JsonObject:
        known = {name: each for name, each in request.body.items() if name not in self._unknown}
        PARAMETERS.check(known)
        rest = {name: each for name, each in request.body.items() if name in self._unknown}
        self._messages.create(**known, extra_body=rest)
        return self._body


def read(answer: JsonObject) -> Said:
    content = types.Message.model_validate(answer, extra="forbid").content
    calls = [
        (each.name, each.input, each.id) for each in content if isinstance(each, types.ToolUseBlock)
    ]
    texts = [each.text for each in content if isinstance(each, types.TextBlock)]
    return Said("".join(texts), tuple(calls))


NEWER = Sdk(on_the_wire=Client().on_the_wire, read=read)
# The older version of the API takes a temperature, which the types no longer know.
OLDER = Sdk(on_the_wire=Client("temperature").on_the_wire, read=read)


@EXAMPLES
@given(CASES)
def test_anthropic(case: Case) -> None:
    check(OLDER, "anthropic", "claude-sonnet-4-6", case)


@EXAMPLES
@given(CASES)
def test_anthropic_2026_10_21(case: Case) -> None:
    check(NEWER, "anthropic_2026_10_21", "claude-sonnet-5", case)
