"""The type null → `nullable: true`, the form of OpenAPI and of Google's protocol buffers.

In type lists, in enums, and as a branch of `anyOf`; a branch that is then alone joins its holder.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Path
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.merging import merged
from toolspec.lowering.nulls import Nulls
from toolspec.lowering.objects import Unmergeable
from toolspec.lowering.walk import map_below
from toolspec.schema_features import ANNOTATIONS

_NULLS: Final[tuple[JsonObject, ...]] = ({"type": "null"}, {"const": None}, {"enum": [None]})


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Schemas that accept nothing but null are left."""
    root = in_definitions(schema)
    nulls = Nulls(root)

    def changed(value: Json, _: Path) -> Json:
        if not isinstance(value, dict):
            return value
        return _nullable(map_below(value, changed), nulls.accepted(value))

    lowered: JsonObject = changed(root, ())
    return schema if lowered is root else lowered


def _nullable(schema: JsonObject, accepts_null: bool) -> JsonObject:
    changed = _without_null_branch(_without_null_value(_without_null_type(schema)))
    if changed is schema:
        return schema
    others = {key: value for key, value in changed.items() if key != "nullable"}
    return {**others, "nullable": True} if accepts_null else others


def _without_null_type(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    if not isinstance(types, list) or "null" not in types:
        return schema
    others = [each for each in types if each != "null"]
    return {**schema, "type": others[0] if len(others) == 1 else others} if others else schema


def _without_null_value(schema: JsonObject) -> JsonObject:
    values = schema.get("enum")
    if not isinstance(values, list) or None not in values:
        return schema
    others = [each for each in values if each is not None]
    return {**schema, "enum": others} if others else schema


def _without_null_branch(schema: JsonObject) -> JsonObject:
    branches = schema.get("anyOf")
    if not isinstance(branches, list):
        return schema
    others = [each for each in branches if not _says_only_null(each)]
    if len(others) == len(branches) or not others:
        return schema
    if len(others) > 1:
        return {**schema, "anyOf": others}
    holder = {key: value for key, value in schema.items() if key != "anyOf"}
    try:
        joined = merged(holder, others[0])
    except Unmergeable:
        return {**schema, "anyOf": others}
    return joined if isinstance(joined, dict) else {**schema, "anyOf": others}


def _says_only_null(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    return {key: value for key, value in schema.items() if key not in ANNOTATIONS} in _NULLS
