"""Guesses what is missing and calls, where it should ask."""

from __future__ import annotations

from toolspec.contract import example
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "unexpected_call"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Call the first tool that has the argument in question, with made-up values."""
    for name in situation.case.expect.clarify:
        for tool in situation.spec.tools:
            parameters = tool.definition.parameters
            arguments = example(parameters) if name in parameters.get("properties", {}) else None
            if isinstance(arguments, dict):
                return Answer(calls=(ProposedCall(tool.name, arguments),))
    return None
