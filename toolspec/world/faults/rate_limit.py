"""The service refuses for now, before anything is done; `retry_after` says for how many seconds."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, failed

STRIKES: Final[Moment] = "before"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Refuse the call."""
    wait = fault.options.get("retry_after", 1)
    return failed("RATE_LIMITED", f"too many requests, try again in {wait} s")
