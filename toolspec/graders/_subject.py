"""What the graders look at: one decision with all that was worked out about it beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolspec.call_pairing import Pairing
from toolspec.contract import Violation
from toolspec.jsontypes import JsonObject
from toolspec.matchers import Comparison, Context
from toolspec.spec import Case, ExpectedCall, Tool
from toolspec.trace import Decision, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCall:
    """One proposed call with all that was worked out about it before grading.

    `tool` is null for a tool that does not exist; `violations` are those of the raw arguments;
    `repairs` names what would make them valid, null when nothing would. `expected` is the expected
    call it is paired with, and `comparison` how its arguments compare, null for another tool or
    for arguments that could not be read. `seen` is every text that a grounded value may be taken
    from; `step` counts the answers of the model.
    """

    index: int
    call: ToolCall
    tool: Tool | None
    violations: tuple[Violation, ...]
    repairs: tuple[str, ...] | None
    expected: ExpectedCall | None
    comparison: Comparison | None
    seen: tuple[str, ...]
    step: int = 0

    @property
    def is_parsed(self) -> bool:
        """Whether the arguments could be read."""
        return self.call.arguments is not None

    @property
    def is_wanted_tool(self) -> bool:
        """Whether it is a call of the tool that the expected call names."""
        return self.expected is not None and self.expected.tool == self.call.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The case, the decision, and its calls paired with the expected ones.

    `tools` and `contexts` (for comparisons) are by tool name; `ask_words` gives the question words
    per argument name; `authorised` holds the indexes of the calls that the case allows to change
    data. With `is_run` the calls are those of several answers, and their consent was judged when
    they were made.
    """

    case: Case
    decision: Decision
    calls: tuple[JudgedCall, ...]
    pairing: Pairing
    tools: Mapping[str, Tool]
    contexts: Mapping[str, Context]
    ask_words: Mapping[str, tuple[str, ...]]
    authorised: frozenset[int]
    is_run: bool = False


def call_facts(judged: JudgedCall) -> JsonObject:
    """A call as it is shown in a finding: its tool and its arguments as received."""
    arguments = judged.call.arguments if judged.is_parsed else judged.call.raw_arguments
    return {"tool": judged.call.name, "arguments": arguments}
