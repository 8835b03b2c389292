"""Kinds of values: the JSON types, with numbers parted in whole ones and fractions.

Null is left out everywhere: whether a schema lets null in is asked apart from all the rest.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from toolspec.contract.json_number import is_number
from toolspec.jsontypes import Json

Kinds: TypeAlias = frozenset[str]

_NUMBERS: Final = frozenset({"integer", "fraction"})
_STRINGS: Final = frozenset({"string"})
_ARRAYS: Final = frozenset({"array"})
OBJECTS: Final = frozenset({"object"})
ALL: Final = frozenset({"boolean", "string"}) | _NUMBERS | _ARRAYS | OBJECTS

# The values of which a keyword speaks; those that are not listed speak of all.
SPEAKS_OF: Final[dict[str, Kinds]] = {
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _NUMBERS
    ),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "contentEncoding",
            "contentMediaType",
            "contentSchema",
        ),
        _STRINGS,
    ),
    **dict.fromkeys(
        (
            "items",
            "prefixItems",
            "contains",
            "minContains",
            "maxContains",
            "minItems",
            "maxItems",
            "uniqueItems",
            "unevaluatedItems",
        ),
        _ARRAYS,
    ),
    **dict.fromkeys(
        (
            "properties",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "required",
            "dependentRequired",
            "dependentSchemas",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
        ),
        OBJECTS,
    ),
}


def named_kinds(types: Json) -> Kinds | None:
    """The kinds that the keyword `type` names; null when it has no such value."""
    names = types if isinstance(types, list) else [types]
    if not all(isinstance(each, str) for each in names):
        return None
    found = {each for each in names if each not in ("number", "null")}
    return frozenset(found) | (_NUMBERS if "number" in names else frozenset())


def kind_of(value: Json) -> str:
    """The kind of a value; `null` for null."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if is_number(value):
        return "integer" if value == int(value) else "fraction"
    return "array" if isinstance(value, list) else "object"


def type_names(kinds: Kinds) -> str:
    """The kinds as a reader knows them: `integer or string`."""
    names = set(kinds)
    if names >= _NUMBERS:
        names -= _NUMBERS
        names.add("number")
    renamed = sorted("number" if each == "fraction" else each for each in names)
    return " or ".join(renamed) or "nothing"
