"""The root says `type: object` itself: arguments are always an object.

A reference at the root gives way to what it leads to.
"""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.merging import merged
from toolspec.lowering.objects import Unmergeable
from toolspec.lowering.references import References, without_unused_definitions


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Roots of another type are left."""
    root = _resolved(schema) if "$ref" in schema else schema
    kind = root.get("type")
    if kind is None:
        return {"type": "object", **root}
    if isinstance(kind, list) and "object" in kind:
        return {**root, "type": "object"}
    return root


def _resolved(schema: JsonObject) -> JsonObject:
    root = in_definitions(schema)
    references, seen = References(root), set()
    while isinstance(text := root.get("$ref"), str):
        found, target = references.target(text)
        if text in seen or not found or not isinstance(target, dict):
            return schema
        seen.add(text)
        own = {keyword: value for keyword, value in root.items() if keyword != "$ref"}
        try:
            root = merged(own, target)
        except Unmergeable:
            return schema
    return without_unused_definitions(root)
