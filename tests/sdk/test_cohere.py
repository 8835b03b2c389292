"""The types of `cohere` against our payloads and answers."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.contracts import ABSENT, EXAMPLES, Said, Sdk, check
from tests.sdk.exchanges import CASES, Case
from tests.sdk.typed_dicts import Parameters
from toolspec.jsontypes import JsonObject
from toolspec.provider import Request

cohere = pytest.importorskip("cohere", reason=ABSENT)
httpx = pytest.importorskip("httpx", reason=ABSENT)

typed = pytest.importorskip("typing_extensions", reason=ABSENT)

# The method says its types and does not look at them.
HINTS = get_type_hints(cohere.ClientV2.chat)
FIELDS = {name: HINTS[name] for name in HINTS.keys() - {"request_options", "return"}}
PARAMETERS = Parameters(typed.TypedDict("Chat", FIELDS, total=False))
ANSWER = cohere.V2ChatResponse


class Client:
    """Cohere's client, with a network that keeps the body and answers the same to everything."""

    def __init__(self) -> None:
        network = httpx.Client(transport=httpx.MockTransport(self._answered))
        self._client = cohere.ClientV2(api_key="key", httpx_client=network)
        self._body: JsonObject = {}

    def _answered(self, request: Any) -> Any:
        self._body = json.loads(request.content)
        message = {"role": "assistant", "content": []}
        answer = {"id": "1", "finish_reason": "COMPLETE", "message": message}
        return httpx.Response(200, json=answer)

    def on_the_wire(self, request: Request) -> JsonObject:
        PARAMETERS.check(request.body)
        self._client.chat(**request.body)
        assert self._body.pop("stream") is False
        return self._body


def read(answer: JsonObject) -> Said:
    message = ANSWER.model_validate(answer, extra="forbid").message
    calls = [
        (each.function.name, json.loads(each.function.arguments), each.id)
        for each in message.tool_calls or ()
    ]
    said = "".join(each.text for each in message.content or ())
    return Said(said or message.tool_plan, tuple(calls))


# The second takes strict tools.
MODELS = st.sampled_from(["command-a-03-2025", "command-r-08-2024"])
SDK = Sdk(on_the_wire=Client().on_the_wire, read=read)


@EXAMPLES
@given(MODELS, CASES)
def test_cohere(model: str, case: Case) -> None:
    check(SDK, "cohere", model, case)
