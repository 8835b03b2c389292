"""`$ref` beside other keywords → `anyOf: [{$ref}]` beside them, for formats that want it alone."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.moving import each_moved
from toolspec.schema_features import SILENT_ANNOTATIONS


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Schemas that have an `anyOf` of their own are left."""
    return each_moved(schema, _wrapped)


def _wrapped(schema: JsonObject) -> JsonObject:
    siblings = schema.keys() - SILENT_ANNOTATIONS - {"$ref", "$defs", "definitions"}
    if "$ref" not in schema or "anyOf" in schema or not siblings:
        return schema
    others = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
    return {"anyOf": [{"$ref": schema["$ref"]}], **others}
