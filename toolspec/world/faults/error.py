"""The tool answers with an error of the author's choice, and nothing is done."""

from __future__ import annotations

from typing import Final

from toolspec.spec import Fault
from toolspec.world.faults import Moment, Scene, Work
from toolspec.world.outcome import Outcome, failed

STRIKES: Final[Moment] = "before"


def strike(fault: Fault, work: Work, scene: Scene) -> Outcome:
    """Give the error."""
    return failed(fault.options["code"], fault.options.get("message"))
