"""The properties of two schemas that both must hold, openness included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from toolspec.jsontypes import Json, JsonObject

OBJECT_KEYWORDS: Final = frozenset({"properties", "patternProperties", "additionalProperties"})

Merge: TypeAlias = Callable[[Json, Json], Json]


class Unmergeable(ValueError):
    """No single schema without `allOf` says what the two say together."""


def merged_objects(one: JsonObject, other: JsonObject, merge: Merge) -> JsonObject:
    """`properties`, `patternProperties` and `additionalProperties` for both schemas at once.

    A property that only one schema declares must be what the other says of additional ones.
    Raises `Unmergeable`, as `merge` does.
    """
    my_rest = one.get("additionalProperties", True)
    their_rest = other.get("additionalProperties", True)
    rest = merge(my_rest, their_rest)
    found: JsonObject = {} if rest is True else {"additionalProperties": rest}
    patterns = _patterns(one, other, merge)
    if patterns and rest is not True:
        raise Unmergeable("patternProperties")
    if patterns:
        found["patternProperties"] = patterns
    mine, theirs = _map(one, "properties"), _map(other, "properties")
    both = {
        name: merge(mine.get(name, my_rest), theirs.get(name, their_rest))
        for name in dict.fromkeys((*mine, *theirs))
    }
    if "properties" in one.keys() | other.keys():
        # What a closed object forbids need not be said twice.
        found["properties"] = {
            name: each for name, each in both.items() if not (each is False and rest is False)
        }
    return found


def _patterns(one: JsonObject, other: JsonObject, merge: Merge) -> JsonObject:
    mine, theirs = _map(one, "patternProperties"), _map(other, "patternProperties")
    shared = {
        pattern: merge(mine[pattern], theirs[pattern]) for pattern in mine if pattern in theirs
    }
    return {**mine, **theirs, **shared}


def _map(schema: JsonObject, keyword: str) -> JsonObject:
    value = schema.get(keyword, {})
    if not isinstance(value, dict):
        raise Unmergeable(keyword)
    return value
