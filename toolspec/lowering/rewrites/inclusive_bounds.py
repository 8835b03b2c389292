"""Exclusive bounds of integers → inclusive ones: above 3 is from 4."""

from __future__ import annotations

import math

from toolspec.contract.json_number import is_number
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.walk import each_schema


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
    if above is not None and is_number(above):
        del changed["exclusiveMinimum"]
        changed["minimum"] = max(_bounds(schema, "minimum", math.floor(above) + 1))
    if below is not None and is_number(below):
        del changed["exclusiveMaximum"]
        changed["maximum"] = min(_bounds(schema, "maximum", math.ceil(below) - 1))
    return schema if changed == schema else changed


def _bounds(schema: JsonObject, keyword: str, other: int) -> list[Json]:
    own = schema.get(keyword)
    return [own, other] if is_number(own) else [other]
