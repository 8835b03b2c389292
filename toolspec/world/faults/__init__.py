"""Faults: one file each, named as in the YAML. A fault wraps the work of one call.

A fault is a module with `strike(fault, work, scene) -> Outcome`. It may do the `work` or not, once
or twice, on the state of now or of the start; and it may change what the caller is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from toolspec.catalog import Catalog
from toolspec.jsontypes import JsonObject
from toolspec.spec import Fault, Tool
from toolspec.world.clock import Clock
from toolspec.world.outcome import Outcome

FAULTS = Catalog("fault", __name__)


class Work(Protocol):
    """Carrying out one call."""

    def __call__(self, *, cause: str = "call", is_stale: bool = False) -> Outcome:
        """Do it; `is_stale` lets the tool read the state as it was at the start."""


@dataclass(slots=True)
class Scene:
    """What a fault may touch: time, the scopes of the principal, what is forbidden from now on."""

    tool: Tool
    clock: Clock
    scopes: set[str]
    forbidden: list[JsonObject]
    random: Random


class FaultModule(Protocol):
    """One kind of fault."""

    def strike(self, fault: Fault, work: Work, scene: Scene) -> Outcome:
        """What becomes of the call."""


def names_of(value: object) -> Sequence[str]:
    """The names listed in an option; none when it is left out."""
    return [str(each) for each in value] if isinstance(value, list) else []
