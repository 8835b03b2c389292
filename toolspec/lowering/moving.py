"""Changes that give schemas another place: references must not lead to the old one."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.jsontypes import JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.walk import each_schema


def each_moved(schema: JsonObject, change: Callable[[JsonObject], JsonObject]) -> JsonObject:
    """`each_schema`, with what references lead to put out of the way where anything changes."""
    changed: JsonObject = each_schema(schema, change)
    if changed is schema:
        return schema
    safe = in_definitions(schema)
    if safe is schema:
        return changed
    again: JsonObject = each_schema(safe, change)
    return again
