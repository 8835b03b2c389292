"""The planned faults of one attempt: which call each of them strikes, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from toolspec.jsontypes import JsonObject
from toolspec.spec import Fault, Tool
from toolspec.world.clock import Clock
from toolspec.world.faults import FAULTS, FaultModule, Scene, Work
from toolspec.world.outcome import Outcome


class Disturbances:
    """`withdrawn` are the scopes taken away; `forbidden` what injected texts try to bring about."""

    def __init__(self, planned: Sequence[Fault], clock: Clock, seed: int) -> None:
        self.withdrawn: set[str] = set()
        self.forbidden: list[JsonObject] = []
        self._planned, self._clock, self._random = planned, clock, Random(seed)
        self._reached: dict[str, int] = {}
        self._fired: set[str] = set()

    @property
    def unfired(self) -> tuple[str, ...]:
        """The names of the faults that have not struck, in the order they are planned."""
        return tuple(each.name for each in self._planned if each.name not in self._fired)

    def disturb(self, tool: Tool, work: Work) -> tuple[Outcome, Fault | None]:
        """Carry out the next call of a tool; gives the fault that struck, if one did.

        A fault of the result has not struck when the result is what it would have been anyway, as
        for an error: what it was meant to test has not been tested then.
        """
        fault = self._next(tool)
        if fault is None:
            return work(), None
        done: list[Outcome] = []

        def noted(*, cause: str = "call", is_stale: bool = False) -> Outcome:
            done.append(work(cause=cause, is_stale=is_stale))
            return done[-1]

        module: FaultModule = FAULTS.load(fault.kind)
        scene = Scene(tool, self._clock, self.withdrawn, self.forbidden, self._random)
        outcome = module.strike(fault, noted, scene)
        if module.STRIKES == "result" and outcome == done[-1]:
            return outcome, None
        self._fired.add(fault.name)
        return outcome, fault

    def _next(self, tool: Tool) -> Fault | None:
        count = self._reached[tool.name] = self._reached.get(tool.name, 0) + 1
        planned = (each for each in self._planned if (each.tool, each.call) == (tool.name, count))
        return next(planned, None)
