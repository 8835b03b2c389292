"""Calls another tool of the catalogue than the one that is needed."""

from __future__ import annotations

from dataclasses import replace

from toolspec.contract import example
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "wrong_tool"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Exchange the tool of the first call, with arguments that the other tool accepts."""
    if not answer.calls:
        return None
    wanted = {each.tool for each in answer.calls}
    for tool in situation.spec.tools:
        arguments = example(tool.definition.parameters)
        if tool.name not in wanted and isinstance(arguments, dict):
            return replace(answer, calls=(ProposedCall(tool.name, arguments), *answer.calls[1:]))
    return None
