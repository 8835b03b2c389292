"""What a payload lets in, by a validator, against what the proof says of it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.sdk.spelling import VALUES
from toolspec.contract import ArgumentValidator, example
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.arguments import ArgumentRestoring
from toolspec.provider import ToolDefinition
from toolspec.verify import ToolContract

_OF_THE_TOOL = frozenset({"name", "description", "strict"})
_MOST_PROPERTIES = 2


def check_meaning(
    own: ToolDefinition, sent: ToolDefinition, lifted: ToolDefinition, contract: ToolContract
) -> None:
    """A schema that nothing is lost of lets in what the contract does, once it is taken back.

    One that is only narrowed lets in no more.
    """
    items = [each for each in contract.items if each.pointer or each.keyword not in _OF_THE_TOOL]
    losses = {each.verdict for each in items if each.is_loss}
    if not losses <= {"narrowed"}:
        return
    is_same = not losses and not any(each.reversible for each in items)
    ours, theirs = ArgumentValidator(own.parameters), ArgumentValidator(lifted.parameters)
    restoring = ArgumentRestoring(own.parameters, sent.parameters)
    for value in _arguments(lifted.parameters):
        if not theirs.violations(value):
            meant, _ = restoring.restored(value)
            assert not ours.violations(meant) or _lets_nothing_in(own), (own, lifted, value)
        elif is_same:
            assert ours.violations(value), (own, lifted, value)


def _arguments(schema: JsonObject) -> Iterator[JsonObject]:
    """A valid object where there is one, and each of its properties with other values."""
    found = example(schema)
    base: JsonObject = found if isinstance(found, dict) else {}
    yield base
    properties: Json = schema.get("properties")
    for name in list(properties or {})[:_MOST_PROPERTIES]:
        yield from ({**base, name: value} for value in VALUES)


def _lets_nothing_in(tool: ToolDefinition) -> bool:
    """Of a contract that no value fits it cannot be said what is lost."""
    return example(tool.parameters) is None
