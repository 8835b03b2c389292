"""An object schema without `properties` gets an empty map of them, as some servers demand.

So does a root that says nothing: arguments are always an object.
"""

from __future__ import annotations

from typing import Final

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.walk import each_schema
from toolspec.schema_features import ANNOTATIONS

_ELSEWHERE: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf"})


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Objects whose properties a reference or a union declares are left."""
    if not schema.keys() - ANNOTATIONS:
        return {"type": "object", "properties": {}, **schema}
    changed: JsonObject = each_schema(schema, _with_properties)
    return changed


def _with_properties(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    is_object = "object" in (types if isinstance(types, list) else [types])
    if not is_object or "properties" in schema or _ELSEWHERE & schema.keys():
        return schema
    return {**schema, "properties": {}}
