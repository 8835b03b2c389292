"""Enums of numbers and booleans → enums of texts, for formats that know no others.

The way back is in `toolspec.lowering.restore`: `"2"` becomes 2 where the canonical enum has 2.
"""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.enum_texts import enum_text
from toolspec.lowering.walk import each_schema


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Enums with objects or arrays, or with values that share a text, are left; null stays null."""
    changed: JsonObject = each_schema(schema, _with_texts)
    return changed


def _with_texts(schema: JsonObject) -> JsonObject:
    values = schema.get("enum")
    if not isinstance(values, list) or not values:
        return schema
    texts = {None if each is None else enum_text(each): None for each in values}
    if len(texts) < len(values) or any(isinstance(each, dict | list) for each in values):
        return schema
    kinds = [*(["string"] if texts.keys() - {None} else []), *(["null"] if None in texts else [])]
    kind = kinds[0] if len(kinds) == 1 else kinds
    if all(isinstance(each, str | None) for each in values) and "type" in schema:
        return schema
    kept = {key: each for key, each in schema.items() if key != "format"}
    return {**kept, **_texts_of_default(schema, values), "type": kind, "enum": list(texts)}


def _texts_of_default(schema: JsonObject, values: list[Json]) -> JsonObject:
    default = schema.get("default")
    if default is None or isinstance(default, str | dict | list):
        return {}
    return {"default": enum_text(default)} if default in values else {}
