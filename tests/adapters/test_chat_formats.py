"""Cohere, Mistral, Ollama: tables of synthetic traffic, and what holds for all of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolspec_adapters import cohere, mistral, ollama

from tests.adapters.chat_tables import (
    ANSWERS,
    EXCHANGES,
    JSON,
    MESSAGES,
    SCALARS,
    TOOLS,
    check_answer,
    check_request,
    decision,
    offered,
    reply,
    table,
    written,
)
from toolspec.dialect import Dialect
from toolspec.provider import (
    Adapter,
    Answer,
    AssistantTurn,
    Conversation,
    NamedTool,
    Reply,
    Settings,
    ToolResultTurn,
)
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: `body` puts a message, a finish word and counts into a response."""

    name: str
    adapter: Adapter
    path: str
    finish: str
    body: Callable[[Any, Any, Any], dict[str, Any]]
    message_in: Callable[[Any], Any]
    choices: tuple[Any, ...] = (None,)
    parallel: tuple[bool | None, ...] = (None,)

    @property
    def dialect(self) -> Dialect:
        return WIRE_FORMATS.dialect(self.name)

    def body_of(self, message: Any) -> dict[str, Any]:
        return self.body(message, self.finish, {})

    def settings(self) -> st.SearchStrategy[Settings]:
        return st.builds(
            Settings,
            model=st.just("m"),
            temperature=st.none() | st.just(0.5),
            max_output_tokens=st.none() | st.just(9),
            seed=st.none() | st.just(7),
            tool_choice=st.sampled_from(self.choices),
            parallel_tool_calls=st.sampled_from(self.parallel),
        )


FORMATS = (
    Format(
        name="cohere",
        adapter=cohere,
        path="/v2/chat",
        finish="COMPLETE",
        body=lambda said, finish, usage: {
            "message": said,
            "finish_reason": finish,
            "usage": usage,
        },
        message_in=lambda body: body.get("message"),
        choices=(None, "required", "none"),
    ),
    Format(
        name="mistral",
        adapter=mistral,
        path="/chat/completions",
        finish="stop",
        body=lambda said, finish, usage: {
            "choices": [{"message": said, "finish_reason": finish}],
            "usage": usage,
        },
        message_in=lambda body: body["choices"][0]["message"],
        choices=(None, "auto", "required", NamedTool("find")),
        parallel=(None, True, False),
    ),
    Format(
        name="ollama",
        adapter=ollama,
        path="/api/chat",
        finish="stop",
        body=lambda said, finish, usage: {
            "done": True,
            "message": said,
            "done_reason": finish,
            "eval_count": usage,
        },
        message_in=lambda body: body.get("message"),
    ),
)
EACH = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def rows(*names: str) -> pytest.MarkDecorator:
    """The rows of those tables of every format."""
    made = [
        pytest.param(form, *row.values, id=f"{form.name}-{row.id}")
        for form in FORMATS
        for row in table(form.name, *names)
    ]
    return pytest.mark.parametrize(("form", "row"), made)


@rows("answers")
def test_an_answer_is_read_as_the_table_says(form: Format, row: dict[str, Any]) -> None:
    echo = form.message_in(row["body"])
    assert form.adapter.lift(reply(row), offered(row)) == decision(row, echo)


@rows("faults")
def test_a_fault_is_named_as_the_table_says(form: Format, row: dict[str, Any]) -> None:
    read = form.adapter.lift(reply(row), None)
    expected = row["expect"]
    if "reason" in expected:
        assert read == decision(row, None)
    else:
        assert read == TransportError(**expected)


@rows("requests")
def test_a_request_is_written_as_the_table_says(form: Format, row: dict[str, Any]) -> None:
    request = written(form.adapter, form.name, row, form.body_of)
    assert (request.method, request.path) == ("POST", form.path)
    assert request.body == row["body"]


@EACH
@given(data=st.data(), status=st.sampled_from([200, 400, 500]), is_json=st.booleans())
def test_no_response_raises(form: Format, data: Any, status: int, is_json: bool) -> None:
    body = data.draw(JSON | st.builds(form.body, MESSAGES, SCALARS, JSON))
    form.adapter.lift(Reply(status=status, body=body, is_json=is_json), frozenset({"find"}))


@EACH
@given(message=MESSAGES)
def test_every_call_that_is_sent_back_has_its_result(form: Format, message: dict[str, Any]) -> None:
    read = form.adapter.lift(Reply(status=200, body=form.body_of(message)), None)
    if isinstance(read, TransportError):
        return
    results = [ToolResultTurn(call, number) for number, call in enumerate(read.calls)]
    spoken: Conversation = (AssistantTurn(read.echo, read.calls), *results)
    body = form.adapter.lower(spoken, (), Settings(model="m"), form.dialect).body
    messages = body["messages"]
    assert [each["content"] for each in messages[1:]] == [str(n) for n in range(len(results))]
    sent = messages[0].get("tool_calls", []) if messages else []
    assert len(sent) == len(results)
    json.dumps(messages)


@EACH
@given(said=ANSWERS)
def test_what_a_simulated_model_says_is_read(form: Format, said: Answer) -> None:
    check_answer(form.adapter, form.name, said)


@EACH
def test_a_simulated_model_refuses_in_text_and_can_fail(form: Format) -> None:
    body = form.adapter.answer(Answer(refusal="Нельзя"), "m", form.dialect)
    read = form.adapter.lift(Reply(status=200, body=body), None)
    assert isinstance(read, Decision)
    assert (read.kind, read.text) == ("text", "Нельзя")
    failed = form.adapter.answer_error(429, "rate_limited", "busy")
    fault = form.adapter.lift(Reply(status=429, body=failed), None)
    assert isinstance(fault, TransportError)
    assert (fault.kind, fault.message) == ("rate_limited", "busy")


@EACH
@given(data=st.data(), exchanges=EXCHANGES, tools=TOOLS)
def test_what_is_written_is_read_back(form: Format, data: Any, exchanges: Any, tools: Any) -> None:
    settings = data.draw(form.settings())
    if not tools:
        settings = replace(settings, tool_choice=None, parallel_tool_calls=None)
    check_request(form.adapter, form.name, exchanges, tools, settings)


@EACH
@given(body=JSON | st.fixed_dictionaries({"messages": JSON, "tools": JSON}))
def test_no_request_breaks_the_reading(form: Format, body: Any) -> None:
    try:
        form.adapter.lift_request(form.path, body)
    except ValueError as error:
        assert "messages" in str(error)
