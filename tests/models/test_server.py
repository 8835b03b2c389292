from __future__ import annotations

import json
from typing import Any

import pytest

from tests.commands import SpecFile, Toolspec
from tests.small_spec import spec_of
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file
from toolspec.models.server import SimulatedModel
from toolspec.wire_formats import WIRE_FORMATS


class Asked:
    """A simulated model asked in Chat Completions."""

    def __init__(self, model: SimulatedModel) -> None:
        self._model = model

    def complete(self, body: Any, case_id: str | None = None) -> Any:
        chat = WIRE_FORMATS.load("openai_chat")
        return self._model.complete(chat, "/chat/completions", body, case_id)


@pytest.fixture
def model(spec_file: SpecFile) -> Any:
    def make(document: Any, habit: Any = "reference") -> Any:
        loaded = load_file(spec_file(document), Diagnostics())
        assert loaded is not None
        return Asked(SimulatedModel(loaded.spec, habit))

    return make


def calling(cases: Any = 1) -> Any:
    spec = spec_of(cases=cases)
    spec["cases"][0]["expect"] = {"call": "get_order", "args": {"order_id": "17", "note": "да"}}
    return spec


def body(content: Any = "вопрос 1", model: Any = "any", tools: Any = ("get_order",)) -> Any:
    offered = [{"type": "function", "function": {"name": each}} for each in tools]
    return {"model": model, "messages": [{"role": "user", "content": content}], "tools": offered}


def message(reply: Any) -> Any:
    return reply["choices"][0]["message"]


def test_the_reference_calls_as_the_case_expects(model: Any) -> None:
    status, reply = model(calling()).complete(body())
    choice = reply["choices"][0]
    assert (status, choice["finish_reason"]) == (200, "tool_calls")
    call = message(reply)["tool_calls"][0]["function"]
    assert call == {"name": "get_order", "arguments": '{"order_id":"17","note":"да"}'}


def test_the_model_name_chooses_a_habit(model: Any) -> None:
    _, reply = model(calling()).complete(body(model="toolspec-extra_argument"))
    arguments = json.loads(message(reply)["tool_calls"][0]["function"]["arguments"])
    assert set(arguments) - {"order_id", "note"}


def test_a_habit_that_does_not_show_leaves_the_answer(model: Any) -> None:
    _, reply = model(spec_of(), "extra_argument").complete(body())
    assert "ok" in message(reply)["content"]


def test_a_tool_that_is_not_offered_is_not_called(model: Any) -> None:
    _, reply = model(calling()).complete(body(tools=()))
    assert message(reply)["content"] == "The tool that this needs was not offered."
    assert "tool_calls" not in message(reply)


def test_content_may_come_in_parts(model: Any) -> None:
    parts = [{"type": "text", "text": "вопрос"}, {"type": "text", "text": " 1"}]
    assert model(calling()).complete(body(parts))[0] == 200


def test_the_first_of_two_cases_with_one_message_answers_a_stranger(model: Any) -> None:
    spec = calling(cases=2)
    spec["cases"][1]["user"] = spec["cases"][0]["user"]
    _, reply = model(spec).complete(body())
    assert "tool_calls" in message(reply)
    _, reply = model(spec).complete(body(), "case_2")
    assert "tool_calls" not in message(reply)


@pytest.mark.parametrize("odd", [None, [], "text", {}, {"messages": "hi"}])
def test_a_request_without_messages_is_refused(odd: Any, model: Any) -> None:
    status, reply = model(spec_of()).complete(odd)
    assert (status, reply["error"]["type"]) == (400, "invalid_request_error")


def test_streaming_is_refused(model: Any) -> None:
    status, reply = model(spec_of()).complete({**body(), "stream": True})
    assert (status, "does not stream" in reply["error"]["message"]) == (400, True)


@pytest.mark.parametrize("messages", [[], ["odd"], [{"role": "system", "content": "hi"}]])
def test_a_message_of_no_case_is_not_found(messages: Any, model: Any) -> None:
    status, reply = model(spec_of()).complete({"messages": messages})
    assert (status, reply["error"]["code"]) == (404, "unknown_case")


def test_what_no_answer_can_be_derived_for_is_told(
    model: Any, toolspec: Toolspec, spec_file: SpecFile
) -> None:
    spec = spec_of()
    words = {"mentions_any": ["ok"], "matches": "^(?=a)b$"}
    spec["cases"][0]["expect"] = {"answer": words}
    status, reply = model(spec).complete(body())
    assert (status, reply["error"]["code"]) == (422, "no_reference")
    ran = toolspec("run", spec_file(spec))
    assert ran.code == 3
    assert "no_reference: no answer to `case_1` can be derived" in ran.out


def test_an_answer_with_a_huge_number_is_served(model: Any) -> None:
    spec = calling()
    properties = spec["tools"]["get_order"]["parameters"]["properties"]
    spec["tools"]["get_order"] = {
        **spec["tools"]["get_order"],
        "parameters": {
            **spec["tools"]["get_order"]["parameters"],
            "properties": {**properties, "n": {"type": "integer"}},
        },
    }
    spec["cases"][0]["expect"]["args"]["n"] = 10**25
    _, reply = model(spec).complete(body())
    assert str(10**25) in message(reply)["tool_calls"][0]["function"]["arguments"]
