"""Fields named in `drop_fields` are missing from the result, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json
from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work, names_of
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "result"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Drop the fields from the result of a call that went well."""
    outcome = work()
    if outcome.error_code is not None:
        return outcome
    return replace(outcome, result=_without(outcome.result, names_of(fault.options["drop_fields"])))


def _without(value: Json, names: Collection[str]) -> Json:
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key not in names}
        return {key: _without(each, names) for key, each in kept.items()}
    return [_without(each, names) for each in value] if isinstance(value, list) else value
