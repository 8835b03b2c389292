"""`nullable: true` of OpenAPI → the type null, which is how JSON Schema says it."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.moving import each_moved
from toolspec.lowering.nulls import admitting_null


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """`nullable: false` says nothing and is left out."""
    return each_moved(schema, _with_null)


def _with_null(schema: JsonObject) -> JsonObject:
    nullable = schema.get("nullable")
    if not isinstance(nullable, bool):
        return schema
    others = {key: value for key, value in schema.items() if key != "nullable"}
    return admitting_null(others) if nullable else others
