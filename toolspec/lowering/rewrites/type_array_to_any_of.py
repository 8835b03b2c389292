"""`type: [A, B]` → `anyOf`, one branch for each type with the keywords of that type.

A list of one type becomes that type. Annotations stay outside.
"""

from __future__ import annotations

from typing import Final

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.moving import each_moved
from toolspec.lowering.values import types_of

_NUMBERS: Final = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
)
_KEYWORDS: Final[dict[str, frozenset[str]]] = {
    "array": frozenset(
        {"items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems"}
        | {"uniqueItems", "unevaluatedItems"}
    ),
    "integer": _NUMBERS,
    "number": _NUMBERS,
    "object": frozenset(
        {"properties", "required", "additionalProperties", "patternProperties", "propertyNames"}
        | {"minProperties", "maxProperties", "dependentRequired", "dependentSchemas"}
        | {"unevaluatedProperties"}
    ),
    "string": frozenset(
        {"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"}
        | {"contentSchema"}
    ),
}
_IN_BRANCHES: Final = frozenset({"type", "enum"}).union(*_KEYWORDS.values())
_NOT_SPLIT: Final = frozenset(
    {"$dynamicRef", "$ref", "allOf", "anyOf", "const", "if", "not", "oneOf"}
)


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Schemas with references or unions of their own are left."""
    return each_moved(schema, _split)


def _split(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    if not isinstance(types, list) or not types:
        return schema
    if len(types) == 1:
        return {**schema, "type": types[0]}
    if _NOT_SPLIT & schema.keys() or not all(isinstance(each, str) for each in types):
        return schema
    branches = [_branch(schema, each) for each in types]
    kept = [each for each in branches if each.get("enum") != []]
    outside = {key: value for key, value in schema.items() if key not in _IN_BRANCHES}
    if len(kept) == 1:
        return {**outside, **kept[0]}
    return {"anyOf": kept, **outside} if kept else schema


def _branch(schema: JsonObject, kind: str) -> JsonObject:
    """What holds for one type; an empty `enum` where none of the values has it."""
    own = _KEYWORDS.get(kind, frozenset())
    branch = {"type": kind, **{key: value for key, value in schema.items() if key in own}}
    values = schema.get("enum")
    if not isinstance(values, list):
        return branch
    mine = [each for each in values if _is_first(each, kind, schema["type"])]
    return branch if kind == "null" and mine else {**branch, "enum": mine}


def _is_first(value: Json, kind: str, types: list[str]) -> bool:
    """Whether this is the first of the listed types that the value has."""
    return next((each for each in types if each in types_of(value)), None) == kind
