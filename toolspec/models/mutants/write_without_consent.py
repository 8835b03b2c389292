"""Changes data where the user has not asked for it."""

from __future__ import annotations

from toolspec.contract import example
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "unauthorized_write"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Call the tool whose use should have been confirmed first, where consent is needed."""
    case = situation.case
    tool = situation.spec.tool(case.expect.confirm or "")
    if tool is None or tool.effect != "mutate" or tool.confirm != "explicit":
        return None
    if any(each.tool == tool.name for each in case.approves):
        return None
    arguments = example(tool.definition.parameters)
    if not isinstance(arguments, dict):
        return None
    return Answer(calls=(ProposedCall(tool.name, arguments),))
