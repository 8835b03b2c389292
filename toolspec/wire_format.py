"""One wire format ready for use: the adapter with its dialect, and the catalogue of one target.

`prepare` lowers the tools once; every request of the target is then made by `Prepared.lower`, and
every response is read by `Prepared.lift`, which takes back exactly what lowering put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from toolspec import json_text
from toolspec.dialect import Dialect, Fact
from toolspec.lowering import Catalogue, admit, lower_catalogue, offers_tools, restore
from toolspec.provider import (
    Adapter,
    AssistantTurn,
    Conversation,
    LiftedRequest,
    Reply,
    Request,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    Turn,
)
from toolspec.trace import Decision, ToolCall, TransportError


@dataclass(frozen=True, slots=True)
class WireFormat:
    """An adapter or a profile by its name in YAML."""

    name: str
    adapter: Adapter
    dialect: Dialect

    def prepare(
        self,
        tools: tuple[ToolDefinition, ...],
        model: str,
        *,
        takes: Mapping[str, Fact] | None = None,
        limits: Mapping[str, Fact] | None = None,
        tool_mode: Literal["native", "json_text"] = "native",
    ) -> Prepared:
        """Lower a catalogue for one model; `takes` and `limits` are what a spec knows better.

        With `json_text` the payload offers no tools: the instructions hold the catalogue.
        """
        dialect = self.dialect.for_model(model, takes or {}, limits or {})
        is_text = tool_mode == "json_text"
        sent = lower_catalogue(() if is_text else tools, dialect)
        return Prepared(self.adapter, dialect, tools, sent, is_text)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A catalogue in one wire format. `tools` are canonical, `catalogue` holds them as sent."""

    adapter: Adapter
    dialect: Dialect
    tools: tuple[ToolDefinition, ...]
    catalogue: Catalogue
    is_text: bool = False
    offered: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offered", frozenset(each.name for each in self.catalogue.tools))

    def lower(self, conversation: Conversation, settings: Settings) -> Request:
        """Make the request; settings that the dialect does not take are left out."""
        sent = admit(settings, self.dialect, self.catalogue)
        tools = self.catalogue.tools if offers_tools(settings, self.dialect) else ()
        if self.is_text:
            conversation = _with_catalogue(json_text.turn_texts(conversation), self.tools)
            sent = replace(sent, tool_choice=None, parallel_tool_calls=None)
        spoken = _on_the_wire(conversation, self.catalogue)
        return self.adapter.lower(spoken, tools, sent, self.dialect)

    def lift(self, reply: Reply) -> Decision | TransportError:
        """Read a response, and take back what lowering changed: names, added nulls, text enums."""
        lifted = self.adapter.lift(reply, self.offered)
        if not isinstance(lifted, Decision):
            return lifted
        if self.is_text:
            return json_text.read_envelope(lifted, frozenset(each.name for each in self.tools))
        return restore(lifted, self.catalogue)

    def lift_request(self, request: Request) -> LiftedRequest:
        """Read a request of this format back."""
        return self.adapter.lift_request(request.path, request.body)


def _with_catalogue(conversation: Conversation, tools: tuple[ToolDefinition, ...]) -> Conversation:
    """The conversation with the catalogue behind the instructions."""
    catalogue = json_text.render_catalogue(tools)
    if not catalogue:
        return conversation
    if conversation and isinstance(conversation[0], SystemTurn):
        first = SystemTurn(f"{conversation[0].text}\n\n{catalogue}")
        return (first, *conversation[1:])
    return (SystemTurn(catalogue), *conversation)


def _on_the_wire(conversation: Conversation, catalogue: Catalogue) -> Conversation:
    """The conversation with tool names as they are sent; echoes already have them."""
    if catalogue.keeps_names:
        return conversation
    renamed = {canonical: wire for wire, canonical in catalogue.names.items()}

    def call_on_the_wire(call: ToolCall) -> ToolCall:
        name = call.name
        return call if name is None else replace(call, name=renamed.get(name, name))

    turns: list[Turn] = []
    for turn in conversation:
        if isinstance(turn, AssistantTurn):
            turns.append(replace(turn, calls=tuple(map(call_on_the_wire, turn.calls))))
        elif isinstance(turn, ToolResultTurn):
            turns.append(replace(turn, call=call_on_the_wire(turn.call)))
        else:
            turns.append(turn)
    return tuple(turns)
