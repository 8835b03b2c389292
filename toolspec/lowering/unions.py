"""Branches that only add a rule about what is declared elsewhere: `anyOf: [{required: [a]}, …]`."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject

_BRANCHES: Final = frozenset({"allOf", "anyOf", "oneOf"})
_PARTS: Final = frozenset({"else", "if", "not", "then"})
# What declares the shape of a value: a reader of the schema without the branch would miss it.
_DECLARING: Final = frozenset(
    {
        "$dynamicRef",
        "$ref",
        "additionalProperties",
        "dependentSchemas",
        "items",
        "patternProperties",
        "prefixItems",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)


def only_constrains(branches: Json, holder: JsonObject) -> bool:
    """Whether the branches of a union declare nothing that `holder` does not declare itself."""
    declared = holder.get("properties")
    known = frozenset(declared if isinstance(declared, dict) else ())
    own_type = frozenset({"type"} & holder.keys())
    if not isinstance(branches, list):
        return False
    return all(_adds_nothing(each, known, _DECLARING - own_type) for each in branches)


def _adds_nothing(schema: Json, known: frozenset[str], declaring: frozenset[str]) -> bool:
    if not isinstance(schema, dict):
        return isinstance(schema, bool)
    properties = schema.get("properties", {})
    if declaring & schema.keys() or not isinstance(properties, dict) or properties.keys() - known:
        return False
    inner = [schema[keyword] for keyword in _PARTS & schema.keys()]
    for keyword in _BRANCHES & schema.keys():
        branches = schema[keyword]
        inner += branches if isinstance(branches, list) else [None]
    return all(_adds_nothing(each, known, declaring) for each in inner)
