"""The tool finds nothing: every list in its result is empty, and a result without lists is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json
from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "result"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Empty the result of a call that went well."""
    outcome = work()
    if outcome.error_code is not None:
        return outcome
    return replace(outcome, result=_emptied(outcome.result))


def _emptied(value: Json) -> Json:
    if _has_lists(value):
        return _without_items(value)
    return {} if isinstance(value, dict) else None


def _has_lists(value: Json) -> bool:
    if isinstance(value, dict):
        return any(map(_has_lists, value.values()))
    return isinstance(value, list)


def _without_items(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _without_items(each) for key, each in value.items()}
    return [] if isinstance(value, list) else value
