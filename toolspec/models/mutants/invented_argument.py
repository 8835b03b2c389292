"""Makes up the value of an argument that it should have taken from the conversation."""

from __future__ import annotations

from dataclasses import replace

from toolspec.contract import example
from toolspec.models import Answer, Situation

KILLED_BY = "invented_argument"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Replace a grounded argument of the first call by a valid value that nobody mentioned."""
    for index, call in enumerate(answer.calls):
        tool = situation.spec.tool(call.tool)
        for name, rule in tool.arguments if tool is not None else ():
            schema = tool.definition.parameters["properties"].get(name) if tool is not None else None
            invented = example(schema) if rule.is_grounded and schema is not None else None
            if invented is not None and name in call.arguments and str(invented) not in situation.case.user:
                changed = replace(call, arguments={**call.arguments, name: invented})
                return replace(answer, calls=(*answer.calls[:index], changed, *answer.calls[index + 1 :]))
    return None
