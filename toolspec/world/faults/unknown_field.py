"""The schema of the service has moved on: the result has `fields` that nobody told of."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "result"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Add the fields to the result of a call that went well."""
    outcome = work()
    if outcome.error_code is not None or not isinstance(outcome.result, dict):
        return outcome
    return replace(outcome, result={**outcome.result, **fault.options["fields"]})
