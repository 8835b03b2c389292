"""A damaged result: without `drop_fields`, or with one field that nobody can read."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json
from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work, names_of
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "result"

_UNREADABLE = "\ufffd\ufffd\ufffd"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Damage the result of a call that went well; the seed chooses the field."""
    outcome = work()
    if outcome.error_code is not None:
        return outcome
    dropped = names_of(fault.options.get("drop_fields"))
    result: Json = outcome.result
    if not isinstance(result, dict) or not result:
        return replace(outcome, result=_UNREADABLE)
    if dropped:
        return replace(
            outcome, result={key: each for key, each in result.items() if key not in dropped}
        )
    field = scene.random.choice(sorted(result))
    return replace(outcome, result={**result, field: _UNREADABLE})
