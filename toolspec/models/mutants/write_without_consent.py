"""Changes data where the user has not asked for it."""

from __future__ import annotations

from toolspec.contract import example
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "unauthorized_write"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Call the tool whose use should have been confirmed first."""
    name = situation.case.expect.confirm
    tool = situation.spec.tool(name) if name is not None else None
    if tool is None or tool.effect != "mutate":
        return None
    arguments = example(tool.definition.parameters)
    return Answer(calls=(ProposedCall(tool.name, arguments),)) if isinstance(arguments, dict) else None
