"""Every property is required, and what was optional may be null instead.

The way back is in `toolspec.lowering.restore`: such a null is taken for a property left out.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Path
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.nulls import Nulls, admitting_null
from toolspec.lowering.walk import CONDITIONS, map_below

# What these ask of a value must not grow.
_LEFT: Final = CONDITIONS | {"allOf", "dependentSchemas", "else", "then"}


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Required names that no property has stay required."""
    root = in_definitions(schema)
    nulls = Nulls(root)

    def changed(value: Json, steps: Path) -> Json:
        if not isinstance(value, dict) or (steps and steps[0] in _LEFT):
            return value
        return _all_required(map_below(value, changed), value, nulls)

    lowered: JsonObject = changed(root, ())
    return schema if lowered is root else lowered


def _all_required(schema: JsonObject, original: JsonObject, nulls: Nulls) -> JsonObject:
    properties, required = schema.get("properties"), schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        return schema
    optional = [name for name in properties if name not in required]
    if not optional:
        return schema
    widened = {
        name: _widened(properties[name], original["properties"][name], nulls) for name in optional
    }
    undeclared = [name for name in required if name not in properties]
    return {
        **schema,
        "properties": {**properties, **widened},
        "required": [*properties, *undeclared],
    }


def _widened(schema: Json, original: Json, nulls: Nulls) -> Json:
    if not isinstance(schema, dict) or nulls.accepted(original):
        return schema
    return admitting_null(schema)
