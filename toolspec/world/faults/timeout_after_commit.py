"""The answer is lost on its way: the work is done, and the caller cannot know it."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, lost

STRIKES: Final[Moment] = "commit"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Do the work, and lose the answer; a refusal of the tool is lost as well."""
    work()
    return lost("no answer came in time")
