"""A permission is taken away between planning and execution, for the rest of the attempt."""

from __future__ import annotations

from toolspec.spec import Fault
from toolspec.world.faults import Scene, Work, names_of
from toolspec.world.outcome import Outcome, failed


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Take the scopes away, and refuse the call."""
    gone = names_of(fault.options.get("scopes")) or scene.tool.requires.scopes
    scene.scopes.difference_update(gone)
    return failed("PERMISSION_DENIED", "the permission for this was withdrawn")
