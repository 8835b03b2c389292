"""Simulated models: the reference answers as the spec expects, a mutant has one bad habit.

A mutant is a module of `toolspec.models.mutants` with `KILLED_BY`, the finding that must catch it,
and `misbehave(answer, situation) -> Answer | None`; null leaves the reference answer as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from toolspec.catalog import Catalog
from toolspec.provider import Answer, ProposedCall
from toolspec.spec import Case, Spec

__all__ = ["MUTANTS", "Answer", "Mutant", "ProposedCall", "Situation"]

MUTANTS = Catalog("mutant", "toolspec.models.mutants")


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
