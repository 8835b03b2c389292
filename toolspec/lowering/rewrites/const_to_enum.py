"""`const` → `enum` with that one value, and its type where none was given."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.values import identity, types_of
from toolspec.lowering.walk import each_schema


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """A constant that the schema's own `enum` rules out is left."""
    changed: JsonObject = each_schema(schema, _with_enum)
    return changed


def _with_enum(schema: JsonObject) -> JsonObject:
    if "const" not in schema:
        return schema
    value = schema["const"]
    values = schema.get("enum", [value])
    if not isinstance(values, list) or identity(value) not in map(identity, values):
        return schema
    others = {key: each for key, each in schema.items() if key not in ("const", "enum")}
    return {"type": types_of(value)[0], **others, "enum": [value]}
