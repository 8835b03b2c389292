"""`additionalProperties: false` on every object that lists its properties.

Maps are left open: closed, they would have no members at all. So are objects of which a part is
declared elsewhere, in a union or by a reference, because closed they would forbid that part.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Path
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.unions import only_constrains
from toolspec.lowering.walk import CONDITIONS, map_below

_UNIONS: Final = frozenset({"anyOf", "oneOf"})
_ELSEWHERE: Final = frozenset(
    {"$dynamicRef", "$ref", "allOf", "dependentSchemas", "if", "patternProperties"}
)
# Parts of one object: what they do not name, the object itself may.
_PARTS: Final = CONDITIONS | {"allOf", "dependentSchemas", "else", "then"}


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """A root without properties is closed: it is a tool without arguments."""
    root = _closed_below(schema)
    is_empty = not root.get("properties") and "additionalProperties" not in root
    return _closed(root) if is_empty or _lists_properties(root) else root


def _closed_below(schema: JsonObject) -> JsonObject:
    has_parts = bool({"properties", "patternProperties", "$ref", "allOf"} & schema.keys())

    def below(value: Json, steps: Path) -> Json:
        if not isinstance(value, dict) or steps[0] in _PARTS:
            return value
        changed = _closed_below(value)
        if has_parts and steps[0] in _UNIONS:
            return changed
        return _closed(changed) if _lists_properties(changed) else changed

    return map_below(schema, below)


def _lists_properties(schema: JsonObject) -> bool:
    properties = schema.get("properties")
    return isinstance(properties, dict) and bool(properties)


def _closed(schema: JsonObject) -> JsonObject:
    unions = (schema[each] for each in _UNIONS & schema.keys())
    if _ELSEWHERE & schema.keys() or not all(only_constrains(each, schema) for each in unions):
        return schema
    if schema.get("additionalProperties", True) not in (True, {}):
        return schema
    return {**schema, "additionalProperties": False}
