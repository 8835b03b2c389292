"""Calls another tool of the catalogue than the one that is needed."""

from __future__ import annotations

from toolspec.contract import example
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "wrong_tool"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Call a tool that the case does not expect, with arguments that it accepts."""
    if not answer.calls:
        return None
    wanted = {each.tool for each in situation.case.expect.calls}
    for tool in situation.spec.tools:
        arguments = example(tool.definition.parameters) if tool.name not in wanted else None
        if isinstance(arguments, dict):
            return Answer(calls=(ProposedCall(tool.name, arguments),))
    return None
