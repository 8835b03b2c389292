"""One exchange with a provider as both sides have it: our payload, and a model's answer to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from tests.sdk.catalogues import CATALOGUES
from tests.sdk.spelling import PROPERTIES, TEXTS, VALUES
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import (
    Answer,
    AssistantTurn,
    LiftedRequest,
    NamedTool,
    ProposedCall,
    Reply,
    Request,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall
from toolspec.verify import ContractReport, verify
from toolspec.wire_format import Prepared
from toolspec.wire_formats import WIRE_FORMATS

_ARGUMENTS = st.dictionaries(st.sampled_from(PROPERTIES), st.sampled_from(VALUES), max_size=3)
_SETTINGS: dict[str, st.SearchStrategy[Any]] = {
    "temperature": st.sampled_from((None, 0.0, 0.5)),
    "max_output_tokens": st.sampled_from((None, 512)),
    "seed": st.sampled_from((None, 7)),
    "tool_choice": st.sampled_from((None, "auto", "required", "none", "named")),
    "parallel_tool_calls": st.sampled_from((None, True, False)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is drawn. Each of `calls` goes to the tool at its place; `results` answer them."""

    tools: tuple[ToolDefinition, ...]
    settings: dict[str, Any]
    text: str | None
    calls: tuple[tuple[int, JsonObject], ...]
    results: tuple[Json, ...]
    is_error: bool


_CALLS = st.lists(st.tuples(st.integers(0, 2), _ARGUMENTS), max_size=2).map(tuple)
CASES = st.builds(
    Case,
    tools=CATALOGUES,
    settings=st.fixed_dictionaries(_SETTINGS),
    text=st.none() | st.sampled_from(TEXTS),
    calls=_CALLS,
    results=st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)),
    is_error=st.booleans(),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """`request` is sent, and offers `tools`; `response` is the answer, `calls` as it is read.

    `request` is that of the second turn: it holds a first answer and the results of its calls.
    """

    prepared: Prepared
    settings: Settings
    request: Request
    response: JsonObject
    calls: tuple[ToolCall, ...]
    text: str | None

    def lifted(self, body: Json) -> LiftedRequest:
        """What a payload says; in which order its fields stand says nothing."""
        lifted = self.prepared.adapter.lift_request(self.request.path, body)
        return replace(lifted, unread=tuple(sorted(lifted.unread)))

    def report(self, body: Json) -> ContractReport:
        """What the proof says of a payload."""
        prepared = self.prepared
        names, dialect = prepared.catalogue.names, prepared.dialect
        return verify(prepared.tools, self.settings, self.lifted(body), names, dialect)


def exchange(adapter: str, model: str, case: Case) -> Exchange:
    """The exchange in one wire format."""
    prepared = WIRE_FORMATS.load(adapter).prepare(case.tools, model)
    sent = prepared.catalogue.tools
    calls = [ProposedCall(sent[place % len(sent)].name, given) for place, given in case.calls]
    answer = Answer(text=case.text if calls else case.text or "Готово.", calls=tuple(calls))
    response = prepared.adapter.answer(answer, model, prepared.dialect)
    reply = Reply(status=200, body=response)
    said, lifted = prepared.adapter.lift(reply, prepared.offered), prepared.lift(reply)
    assert isinstance(said, Decision) and isinstance(lifted, Decision)
    results = [
        ToolResultTurn(call, content, case.is_error)
        for call, content in zip(lifted.calls, case.results, strict=False)
    ]
    last = () if results else (UserTurn("И ещё?"),)
    first = (SystemTurn("Ты помощник."), UserTurn("Где мой заказ?"))
    settings = _settings(model, case)
    turns = (*first, AssistantTurn(lifted.echo, lifted.calls), *results, *last)
    return Exchange(
        prepared=prepared,
        settings=settings,
        request=prepared.lower(turns, settings),
        response=response,
        calls=said.calls,
        text=said.text,
    )


def _settings(model: str, case: Case) -> Settings:
    asked = dict(case.settings)
    if asked["tool_choice"] == "named":
        asked["tool_choice"] = NamedTool(case.tools[0].name)
    return Settings(model=model, **asked)
