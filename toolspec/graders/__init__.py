"""Grading in layers: each layer is one file, and looks at one decision of the model.

A grader is a module of this package with `grade(subject) -> Iterable[Finding]` and
`applies(subject) -> bool`. `LAYERS` of `toolspec.results` fixes their order; the first layer with a
finding is the one that failed. Graders are pure and do not know each other.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from toolspec.assignment_of_calls import Pairing
from toolspec.contract import Violation
from toolspec.jsontypes import JsonObject
from toolspec.matchers import Comparison
from toolspec.results import LAYERS, Finding, Layer
from toolspec.spec import Case, ExpectedCall, Tool
from toolspec.trace import Decision, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCall:
    """One proposed call with all that was worked out about it before grading.

    `tool` is null for a tool that does not exist; `violations` are those of the raw arguments;
    `expected` is the expected call it is paired with, and `comparison` how its arguments compare.
    """

    index: int
    call: ToolCall
    tool: Tool | None
    violations: tuple[Violation, ...]
    repairs: tuple[str, ...] | None
    expected: ExpectedCall | None
    comparison: Comparison | None

    @property
    def is_parsed(self) -> bool:
        """Whether the arguments could be read."""
        return self.call.arguments is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the graders look at: the case, the decision, and its calls paired with the expected ones.

    `seen` is every text that the model was shown and may take values from; `tools` is the
    catalogue by name; `ask_words` gives the question words per argument name.
    """

    case: Case
    decision: Decision
    calls: tuple[JudgedCall, ...]
    pairing: Pairing
    tools: dict[str, Tool]
    ask_words: dict[str, tuple[str, ...]]
    seen: tuple[str, ...]
    authorised: frozenset[int]


class Grader(Protocol):
    """One layer."""

    def applies(self, subject: Subject) -> bool:
        """Whether the layer has anything to judge here."""

    def grade(self, subject: Subject) -> Iterable[Finding]:
        """The findings of this layer."""


# `effects` is judged on the end state of a whole run; nothing is executed before the first decision.
_FILES: dict[Layer, str] = {each: each for each in LAYERS if each != "effects"}


def grade(subject: Subject) -> tuple[tuple[Finding, ...], tuple[tuple[Layer, bool], ...]]:
    """Run every layer that applies; give all findings and, per judged layer, whether it held."""
    findings: list[Finding] = []
    layers: list[tuple[Layer, bool]] = []
    for layer, file in _FILES.items():
        grader: Grader = importlib.import_module(f"{__name__}.{file}")  # type: ignore[assignment]
        if not grader.applies(subject):
            continue
        found = tuple(grader.grade(subject))
        findings += found
        layers.append((layer, not found))
    return tuple(findings), tuple(layers)


def call_facts(judged: JudgedCall) -> JsonObject:
    """A call as it is shown in a finding: its tool and its arguments as received."""
    arguments = judged.call.arguments if judged.is_parsed else judged.call.raw_arguments
    return {"tool": judged.call.name, "arguments": arguments}
