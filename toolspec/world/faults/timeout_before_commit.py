"""The request is lost on its way: nothing is done, and the caller cannot know it."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, lost

STRIKES: Final[Moment] = "before"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Lose the request."""
    return lost("no answer came in time")
