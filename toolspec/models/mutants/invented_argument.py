"""Makes up the value of an argument that it should have taken from the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolspec.contract import ArgumentValidator, example
from toolspec.jsontypes import Json
from toolspec.models import Answer, ProposedCall, Situation
from toolspec.spec import Tool

KILLED_BY = "invented_argument"
_ALPHABETS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Replace a grounded argument by a valid value that nobody mentioned."""
    for index, call in enumerate(answer.calls):
        tool = situation.spec.tool(call.tool)
        changed = None if tool is None else _invented(call, tool, situation.case.user)
        if changed is not None:
            calls = list(answer.calls)
            calls[index] = changed
            return replace(answer, calls=tuple(calls))
    return None


def _invented(call: ProposedCall, tool: Tool, user: str) -> ProposedCall | None:
    validator = ArgumentValidator(tool.definition.parameters)
    for name, rule in tool.arguments:
        value = call.arguments.get(name)
        if not rule.is_grounded or not isinstance(value, str | int | float):
            continue
        schema = tool.definition.parameters.get("properties", {}).get(name, {})
        for other in _others(value, schema):
            arguments = {**call.arguments, name: other}
            if str(other) not in user and not validator.violations(arguments):
                return replace(call, arguments=arguments)
    return None


def _others(value: Json, schema: Json) -> Iterator[Json]:
    """Values of the same looks: each digit moved on, then each letter; at last any valid one."""
    if isinstance(value, str):
        for alphabet in _ALPHABETS:
            for step in range(1, 10):
                moved = alphabet[step:] + alphabet[:step]
                yield value.translate(str.maketrans(alphabet, moved))
    elif not isinstance(value, bool):
        yield from (value + step for step in range(1, 10))
    yield example(schema)
