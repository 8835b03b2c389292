"""Faults: one file each, named as in the YAML. A fault wraps the work of one call.

A fault is a module with `STRIKES` and `strike(fault, work, scene) -> Outcome`. It may do the `work`
or not, once or twice, on the state of now or of the start; and it may change what the caller is
given. `STRIKES` says when it comes in: `before` anything is done, at the `commit`, on the `result`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, Protocol, TypeAlias

from toolspec.catalog import Catalog
from toolspec.jsontypes import JsonObject
from toolspec.spec import Fault, Tool
from toolspec.world.clock import Clock
from toolspec.world.outcome import Outcome

FAULTS: Final = Catalog("fault", __name__)

Moment: TypeAlias = Literal["before", "commit", "result"]


class Work(Protocol):
    """Carrying out one call."""

    def __call__(self, *, cause: str = "call", is_stale: bool = False) -> Outcome:
        """Do it; `is_stale` lets the tool read the state as it was at the start."""


@dataclass(slots=True)
class Scene:
    """What a fault may touch: time, the scopes withdrawn, what is forbidden from now on."""

    tool: Tool
    clock: Clock
    withdrawn: set[str]
    forbidden: list[JsonObject]
    random: Random


class FaultModule(Protocol):
    """One kind of fault."""

    @property
    def STRIKES(self) -> Moment:
        """When it comes in. One of the `result` does the work, and changes only what is given."""

    def strike(self, fault: Fault, work: Work, scene: Scene) -> Outcome:
        """What becomes of the call."""


def names_of(value: object) -> Sequence[str]:
    """The names listed in an option; none when it is left out."""
    return [str(each) for each in value] if isinstance(value, list) else []
