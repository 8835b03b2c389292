"""The request arrives twice; only an idempotency key keeps its effect from happening twice."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "commit"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Do the work twice; the caller sees the first answer."""
    outcome = work()
    work(cause="duplicate_delivery")
    return outcome
