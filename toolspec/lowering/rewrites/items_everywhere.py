"""An array of anything says so: `items: {}` where `items` is missing or `true`."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.walk import each_schema


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Arrays with `prefixItems` say it already."""
    changed: JsonObject = each_schema(schema, _with_items)
    return changed


def _with_items(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    is_array = "array" in (types if isinstance(types, list) else [types])
    is_unsaid = "items" not in schema and "prefixItems" not in schema
    if schema.get("items") is True or (is_array and is_unsaid):
        return {**schema, "items": {}}
    return schema
