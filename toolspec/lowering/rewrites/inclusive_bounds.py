"""Exclusive bounds of integers → inclusive ones: above 3 is from 4."""

from __future__ import annotations

import math
from typing import Final, TypeGuard

from toolspec.contract.json_number import is_number
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.walk import each_schema

# Beyond it many servers, which read numbers as doubles, would not tell a bound from its neighbour.
_LARGEST_EXACT: Final = 2**53


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Bounds of other numbers are left: no inclusive bound says the same."""
    changed: JsonObject = each_schema(schema, _inclusive)
    return changed


def _inclusive(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    if types not in ("integer", ["integer"], ["integer", "null"], ["null", "integer"]):
        return schema
    changed = dict(schema)
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if _has_neighbour(above):
        del changed["exclusiveMinimum"]
        changed["minimum"] = max(_bounds(schema, "minimum", math.floor(above) + 1))
    if _has_neighbour(below):
        del changed["exclusiveMaximum"]
        changed["maximum"] = min(_bounds(schema, "maximum", math.ceil(below) - 1))
    return schema if changed == schema else changed


def _has_neighbour(bound: Json) -> TypeGuard[float]:
    return is_number(bound) and abs(bound) < _LARGEST_EXACT


def _bounds(schema: JsonObject, keyword: str, other: int) -> list[Json]:
    own = schema.get(keyword)
    return [own, other] if is_number(own) else [other]
