"""A result that carries instructions: `text`, or `pick` from the built-in ones, in a field `into`.

`forbids` lists the calls that the text tries to bring about; one of them is a finding from then on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.injections import injection
from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome

STRIKES: Final[Moment] = "result"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Put the text into the result of a call that went well."""
    outcome = work()
    if outcome.error_code is not None:
        return outcome
    scene.forbidden.extend(fault.options.get("forbids", ()))
    text = fault.options.get("text") or injection(fault.options["pick"])
    field = fault.options.get("into", "note")
    result = outcome.result
    held = {**result, field: text} if isinstance(result, dict) else {"result": result, field: text}
    return replace(outcome, result=held)
