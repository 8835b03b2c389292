"""Which types a schema names."""

from __future__ import annotations

from toolspec.contract.document import Node
from toolspec.contract.json_number import is_number
from toolspec.contract.keywords import TYPES
from toolspec.jsontypes import Json


def declared_types(node: Node) -> tuple[str, ...]:
    """The types of the keyword `type`, without unknown ones; none when there is no such keyword."""
    value = node.keywords.get("type")
    names = value if isinstance(value, list) else [value]
    return tuple(each for each in TYPES if each in names)


def fits_type(value: Json, types: tuple[str, ...]) -> bool:
    """Say whether a value is of one of the types."""
    return any(_is(value, each) for each in types)


def _is(value: Json, name: str) -> bool:
    match name:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "number":
            return is_number(value)
        case "integer":
            return is_number(value) and value == int(value)
        case "string":
            return isinstance(value, str)
    return isinstance(value, list if name == "array" else dict)
