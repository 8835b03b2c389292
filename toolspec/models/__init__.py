"""Simulated models: the reference answers as the spec expects, a mutant has one bad habit.

A mutant is a module of `toolspec.models.mutants` with `KILLED_BY`, the finding that must catch it,
and `misbehave(answer, situation) -> Answer | None`; null leaves the reference answer as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from toolspec.catalog import Catalog
from toolspec.jsontypes import JsonObject
from toolspec.spec import Case, Spec

MUTANTS = Catalog("mutant", "toolspec.models.mutants")


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call that the simulated model makes."""

    tool: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the simulated model says: a text, calls, or a refusal in the provider's field."""

    text: str | None = None
    calls: tuple[ProposedCall, ...] = ()
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What a habit may look at."""

    spec: Spec
    case: Case


class Mutant(Protocol):
    """One bad habit."""

    @property
    def KILLED_BY(self) -> str:
        """The code of the finding that must catch it."""

    def misbehave(self, answer: Answer, situation: Situation) -> Answer | None:
        """The bad answer in place of the good one, or null where the habit does not show."""
