"""The service does not accept the credentials of the agent, and nothing is done."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, failed

STRIKES: Final[Moment] = "before"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Refuse the call."""
    return failed("AUTH_FAILED", "the credentials were not accepted")
