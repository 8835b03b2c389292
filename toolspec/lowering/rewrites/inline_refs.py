"""`$ref` → what it leads to, with the keywords beside it; definitions then go.

References that lead back to themselves stay: no finite schema says the same without them.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Document, Path
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.definitions import in_definitions
from toolspec.lowering.merging import merged
from toolspec.lowering.objects import Unmergeable
from toolspec.lowering.references import (
    DEFINITIONS,
    holds_references,
    targets,
    without_unused_definitions,
)
from toolspec.lowering.walk import each_schema, map_below

# Schemas in what is inlined. Definitions that use each other twice double with every level.
_MOST_SCHEMAS: Final = 50_000


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """A schema that would become too large is left."""
    if not holds_references(schema):
        return schema
    root = in_definitions(schema)
    inlining = _Inlining(Document(root))
    inlined = inlining.at(root, ())
    if not isinstance(inlined, dict) or _size(inlined, {}) > _MOST_SCHEMAS:
        return schema
    if holds_references(inlined):
        kept = without_unused_definitions(inlined)
        return kept if inlining.has_inlined else schema
    plain: JsonObject = each_schema(inlined, _without_definitions)
    return plain


class _Inlining:
    def __init__(self, document: Document) -> None:
        self._schemas = {node.path: node.schema for node in document.nodes}
        self._targets = targets(document)
        self._recursive = _recursive(self._targets)
        self._known: dict[Path, Json] = {}
        self.has_inlined = False

    def at(self, schema: Json, path: Path) -> Json:
        """The schema of one place with its references replaced."""
        if not isinstance(schema, dict):
            return schema
        changed = map_below(schema, lambda value, steps: self.at(value, (*path, *steps)))
        target = self._targets.get(path)
        if target is None or target in self._recursive:
            return changed
        self.has_inlined = True
        siblings = {keyword: value for keyword, value in changed.items() if keyword != "$ref"}
        return _joined(siblings, self._content(target))

    def _content(self, target: Path) -> Json:
        if target not in self._known:
            self._known[target] = self.at(self._schemas[target], target)
        return self._known[target]


def _joined(siblings: JsonObject, content: Json) -> Json:
    if not siblings:
        return content
    try:
        return merged(siblings, content)
    except Unmergeable:
        return {**siblings, "allOf": [*siblings.get("allOf", ()), content]}


def _recursive(places: dict[Path, Path]) -> frozenset[Path]:
    """The targets from below which references lead back to them."""
    reached = {
        target: {there for place, there in places.items() if place[: len(target)] == target}
        for target in set(places.values())
    }

    def leads_back(start: Path) -> bool:
        waiting, seen = list(reached[start]), set()
        while waiting:
            here = waiting.pop()
            if here == start:
                return True
            if here not in seen:
                seen.add(here)
                waiting.extend(reached[here])
        return False

    return frozenset(filter(leads_back, reached))


def _size(schema: Json, known: dict[int, int]) -> int:
    """How many schemas there are in one; what several places share is counted at each."""
    if not isinstance(schema, dict):
        return 1
    if id(schema) not in known:
        sizes = [1]

        def add(value: Json, _: Path) -> Json:
            sizes.append(_size(value, known))
            return value

        map_below(schema, add)
        known[id(schema)] = sum(sizes)
    return known[id(schema)]


def _without_definitions(schema: JsonObject) -> JsonObject:
    if not any(keyword in schema for keyword in DEFINITIONS):
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword not in DEFINITIONS}
