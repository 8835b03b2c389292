"""`allOf` → one schema that says the same; branches of which there is none stay in `allOf`."""

from __future__ import annotations

from typing import Final, TypeAlias

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.merging import merged
from toolspec.lowering.objects import Unmergeable
from toolspec.lowering.references import References, without_unused_definitions
from toolspec.lowering.walk import map_below, values_of
from toolspec.schema_features import ANNOTATIONS

# References followed in one schema: definitions that use each other may fan out without end.
_MOST_REFERENCES: Final = 1000

# The references that lead to this place: following one of them again would not end.
_Trail: TypeAlias = frozenset[str]


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Properties and `required` are joined, types and enums intersected, the tighter bound wins."""
    if next(values_of(schema, "allOf"), None) is None:
        return schema
    root = in_definitions(schema)
    changed = _Merging(root).at(root, frozenset())
    return schema if changed is root else without_unused_definitions(changed)


class _Merging:
    def __init__(self, root: JsonObject) -> None:
        self._root = root
        self._references = References(root)
        self._followed = 0

    def at(self, schema: Json, trail: _Trail) -> Json:
        """The schema without `allOf`, and the same for all below it."""
        if not isinstance(schema, dict):
            return schema
        flat, further = self._flat(schema, trail)
        return map_below(flat, lambda value, _: self.at(value, further))

    def _flat(self, schema: JsonObject, trail: _Trail) -> tuple[JsonObject, _Trail]:
        branches = schema.get("allOf")
        if not isinstance(branches, list) or not branches:
            return schema, trail
        flat = {keyword: value for keyword, value in schema.items() if keyword != "allOf"}
        if self._is_wrapped_reference(schema, branches):
            return {**branches[0], **flat}, trail
        left = []
        for branch in branches:
            try:
                content, further = self._content(branch, trail)
                flat = merged(flat, content)
            except Unmergeable:
                left.append(branch)
            else:
                trail = further
        if len(left) == len(branches) or not isinstance(flat, dict):
            return schema, trail
        return ({**flat, "allOf": left} if left else flat), trail

    def _is_wrapped_reference(self, schema: JsonObject, branches: list[Json]) -> bool:
        """Whether it is `allOf: [{$ref}]` with annotations, which needs no `allOf` at all."""
        first = branches[0]
        is_reference = isinstance(first, dict) and "$ref" in first and not first.keys() - {"$ref"}
        others = schema.keys() - ANNOTATIONS - {"allOf"}
        return schema is not self._root and len(branches) == 1 and is_reference and not others

    def _content(self, schema: Json, trail: _Trail) -> tuple[Json, _Trail]:
        """A branch without `allOf` and without a reference; raises `Unmergeable`."""
        if not isinstance(schema, dict):
            return schema, trail
        flat, trail = self._flat(schema, trail)
        if "$ref" not in flat:
            return flat, trail
        text = flat["$ref"]
        found, target = self._references.target(text)
        self._followed += 1
        if not found or text in trail or self._followed > _MOST_REFERENCES:
            raise Unmergeable("$ref")
        content, trail = self._content(target, trail | {text})
        own = {keyword: value for keyword, value in flat.items() if keyword != "$ref"}
        return merged(own, content), trail
