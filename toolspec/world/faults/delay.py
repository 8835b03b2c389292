"""The answer takes `ms` of virtual time; a caller that waits only `timeout_ms` loses it."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, lost

STRIKES: Final[Moment] = "commit"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Do the work late."""
    outcome = work()
    passed = fault.options["ms"]
    limit = fault.options.get("timeout_ms")
    if limit is not None and passed > limit:
        scene.clock.advance(limit / 1000)
        return lost(f"no answer came within {limit} ms")
    scene.clock.advance(passed / 1000)
    return outcome
