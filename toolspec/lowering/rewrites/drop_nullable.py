"""Without `nullable` of OpenAPI, which has no effect in JSON Schema.

Sent along it would have one: some formats know the word, and a model may read it. The null that it
seems to allow would then be an argument that breaks the contract.
"""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.walk import each_schema


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Exact: the same values are valid."""
    changed: JsonObject = each_schema(schema, _without)
    return changed


def _without(schema: JsonObject) -> JsonObject:
    if "nullable" not in schema:
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword != "nullable"}
