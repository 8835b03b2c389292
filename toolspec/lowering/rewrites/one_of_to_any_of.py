"""`oneOf` → `anyOf`: the same where no value fits two branches, and wider where one does."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.moving import each_moved


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Schemas that have both keywords are left."""
    return each_moved(schema, _renamed)


def _renamed(schema: JsonObject) -> JsonObject:
    if "oneOf" not in schema or "anyOf" in schema:
        return schema
    return {"anyOf" if key == "oneOf" else key: value for key, value in schema.items()}
