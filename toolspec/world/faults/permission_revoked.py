"""A permission is taken away between planning and execution, for the rest of the attempt."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work, names_of
from toolspec.world.outcome import Outcome, failed

STRIKES: Final[Moment] = "before"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Take the scopes away, and refuse the call."""
    gone = names_of(fault.options.get("scopes")) or scene.tool.requires.scopes
    scene.withdrawn.update(gone)
    return failed("PERMISSION_DENIED", "the permission for this was withdrawn")
