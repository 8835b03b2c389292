"""What the graders of whole runs look at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Approval, Case, Expectation, ExpectedCall, Tool, World
from toolspec.story import MadeCall, Story


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One attempt of a case, with what the spec says of it. `tools` are by name."""

    case: Case
    story: Story
    world: World
    tools: Mapping[str, Tool]
    ask_words: tuple[str, ...]

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        """Those of the case and of its turns."""
        turns = tuple(each.expect for each in self.case.turns if each.expect is not None)
        return (self.case.expect, *turns)

    @property
    def expected_calls(self) -> tuple[ExpectedCall, ...]:
        """Every expected call, of the case and of its turns."""
        return tuple(call for each in self.expectations for call in each.calls)

    @property
    def approvals(self) -> tuple[Approval, ...]:
        """Every approval of the user."""
        return tuple(given for turn in self.case.dialogue for given in turn.approves)


def intent(tool: Tool | None, arguments: Json) -> str:
    """Equal for calls of one tool that ask for the same: the arguments without the key."""
    key = None if tool is None else tool.idempotency_key
    asked: JsonObject = {name: each for name, each in (arguments or {}).items() if name != key}
    return json.dumps(asked, sort_keys=True, ensure_ascii=False)


def call_facts(made: MadeCall) -> JsonObject:
    """A call as it is shown in a finding."""
    arguments = made.call.arguments
    shown = made.call.raw_arguments if arguments is None else arguments
    return {"tool": made.tool, "arguments": shown}
