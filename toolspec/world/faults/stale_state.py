"""The tool reads the state as it was at the start of the attempt, and writes to that of now."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "commit"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Do the work with old eyes."""
    return work(is_stale=True)
