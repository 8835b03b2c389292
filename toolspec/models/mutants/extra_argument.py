"""Adds an argument that the tool does not have."""

from __future__ import annotations

from dataclasses import replace

from toolspec.contract import ArgumentValidator
from toolspec.models import Answer, Situation

KILLED_BY = "extra_argument"
_NAMES = ("note", "comment", "priority_hint")


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Add an argument to the first call whose schema is closed; an open one allows it."""
    for index, call in enumerate(answer.calls):
        tool = situation.spec.tool(call.tool)
        if tool is None:
            continue
        validator = ArgumentValidator(tool.definition.parameters)
        for name in _NAMES:
            changed = {**call.arguments, name: "urgent"}
            codes = {each.code for each in validator.violations(changed)}
            if name not in call.arguments and "extra_argument" in codes:
                calls = list(answer.calls)
                calls[index] = replace(call, arguments=changed)
                return replace(answer, calls=tuple(calls))
    return None
