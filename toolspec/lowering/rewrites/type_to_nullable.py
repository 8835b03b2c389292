"""The type null → `nullable: true`, the form of OpenAPI and of Google's protocol buffers.

In type lists, in enums, and as a branch of `anyOf`; a branch that is then alone joins its holder.
"""

from __future__ import annotations

from typing import Final

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.merging import merged
from toolspec.lowering.moving import each_moved
from toolspec.lowering.nulls import Nulls
from toolspec.lowering.objects import Unmergeable
from toolspec.schema_features import ANNOTATIONS

_NULLS: Final[tuple[JsonObject, ...]] = ({"type": "null"}, {"const": None}, {"enum": [None]})


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Schemas that accept nothing but null are left."""
    nulls = Nulls(schema)
    return each_moved(schema, lambda each: _nullable(each, nulls))


def _nullable(schema: JsonObject, nulls: Nulls) -> JsonObject:
    changed = _without_null_branch(_without_null_value(_without_null_type(schema)))
    if changed is schema:
        return schema
    # `nullable` of a branch that joined its holder holds only where the holder agrees.
    changed = {key: value for key, value in changed.items() if key != "nullable"}
    return {**changed, "nullable": True} if nulls.accepted(_plain(schema)) else changed


def _plain(schema: JsonObject) -> JsonObject:
    """The schema with null as a type again where a branch already has `nullable`."""
    branches = schema.get("anyOf")
    if not isinstance(branches, list):
        return schema
    plain = [True if _is_nullable(each) else each for each in branches]
    return {**schema, "anyOf": plain}


def _is_nullable(schema: Json) -> bool:
    return isinstance(schema, dict) and schema.get("nullable") is True


def _without_null_type(schema: JsonObject) -> JsonObject:
    types = schema.get("type")
    if not isinstance(types, list) or "null" not in types:
        return schema
    others = [each for each in types if each != "null"]
    return {**schema, "type": others[0] if len(others) == 1 else others} if others else schema


def _without_null_value(schema: JsonObject) -> JsonObject:
    values = schema.get("enum")
    if not isinstance(values, list) or None not in values or len(values) == 1:
        return schema
    return {**schema, "enum": [each for each in values if each is not None]}


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
