"""Sends a number as a text."""

from __future__ import annotations

from dataclasses import replace

from toolspec.contract import ArgumentValidator
from toolspec.jsontypes import Json
from toolspec.models import Answer, ProposedCall, Situation

KILLED_BY = "wrong_type"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Quote the top-level numbers of each call whose schema does not take a text there."""
    calls = tuple(_quoted_call(each, situation) for each in answer.calls)
    return None if calls == answer.calls else replace(answer, calls=calls)


def _quoted_call(call: ProposedCall, situation: Situation) -> ProposedCall:
    tool = situation.spec.tool(call.tool)
    quoted = {name: _quoted(value) for name, value in call.arguments.items()}
    if tool is None or quoted == call.arguments:
        return call
    found = ArgumentValidator(tool.definition.parameters).violations(quoted)
    is_caught = any(each.code == KILLED_BY for each in found)
    return replace(call, arguments=quoted) if is_caught else call


def _quoted(value: Json) -> Json:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value
