"""`properties: {}` says nothing and is left out, for formats that take it for a mistake."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.walk import each_schema


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """At the root too: a tool without arguments then has no `properties` at all."""
    changed: JsonObject = each_schema(schema, _without_empty)
    return changed


def _without_empty(schema: JsonObject) -> JsonObject:
    if schema.get("properties") != {}:
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword != "properties"}
