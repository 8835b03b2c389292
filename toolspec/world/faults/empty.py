"""The tool finds nothing: lists in its result are empty, and a result without lists is."""

from __future__ import annotations

from dataclasses import replace

from toolspec.jsontypes import Json
from toolspec.spec import Fault
from toolspec.world.faults import Scene, Work
from toolspec.world.outcome import Outcome


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Empty the result of a call that went well."""
    outcome = work()
    return (
        replace(outcome, result=_emptied(outcome.result)) if outcome.error_code is None else outcome
    )


def _emptied(value: Json) -> Json:
    if isinstance(value, list):
        return []
    if not isinstance(value, dict):
        return None
    if not any(isinstance(each, list) for each in value.values()):
        return {}
    return {key: [] if isinstance(each, list) else each for key, each in value.items()}
