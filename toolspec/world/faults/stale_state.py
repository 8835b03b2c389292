"""The tool reads the state as it was at the start of the attempt, and writes to that of now."""

from __future__ import annotations

from toolspec.spec import Fault
from toolspec.world.faults import Scene, Work
from toolspec.world.outcome import Outcome


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Do the work with old eyes."""
    return work(is_stale=True)
