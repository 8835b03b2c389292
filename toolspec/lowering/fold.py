"""The last step of every schema: what the dialect does not take leaves its place in the schema.

A rule about values goes into a note at the end of the schema's description (`toolspec.lowering.
notes`), so that the model at least reads it. What cannot leave without another meaning stays, for
`toolspec.verify` to call it illegal.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Path
from toolspec.contract.keywords import SHAPES
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.notes import with_note
from toolspec.lowering.references import DEFINITIONS, holds_references
from toolspec.lowering.unions import only_constrains
from toolspec.lowering.walk import map_below
from toolspec.schema_features import SILENT_ANNOTATIONS, keyword_features

# Without these a schema describes another value, or none.
_STRUCTURE: Final = frozenset({"$dynamicRef", "$ref", "items", "properties", "required", "type"})
_UNIONS: Final = frozenset({"allOf", "anyOf", "oneOf"})
# These ask whether a value looks so: what leaves them would change the answer, and not widen it.
_QUESTIONS: Final = frozenset({"if", "not"})
# Removed without a word: they tell nothing of the values. So are keywords that nobody knows.
_UNSAID: Final = SILENT_ANNOTATIONS | {"$defs", "$dynamicAnchor", "description", "title"}
_SAID: Final = (frozenset(SHAPES) | {"example"}) - _UNSAID


class Folding:
    """The step for one set of rules, ready for many schemas."""

    def __init__(self, rules: SchemaRules) -> None:
        self._rules = rules
        self._known: dict[tuple[str, ...], bool] = {}
        self._describes = self._supports("description")
        self._describes_root = self._supports("root_description", "description")

    def folded(self, root: JsonObject) -> tuple[JsonObject, JsonObject]:
        """The schema, and what is to be said of its root in the tool's own description."""
        lost = self._lost(root, root)
        kept = self._folded_below(_without(root, lost), root)
        said = _said(lost)
        return (_described(kept, said), {}) if said and self._describes_root else (kept, said)

    def _folded_below(self, schema: JsonObject, root: JsonObject) -> JsonObject:
        def below(value: Json, steps: Path) -> Json:
            return value if steps[0] in _QUESTIONS else self._folded(value, root)

        return map_below(schema, below)

    def _folded(self, schema: Json, root: JsonObject) -> Json:
        if not isinstance(schema, dict):
            return schema
        lost = self._lost(schema, root)
        kept = self._folded_below(_without(schema, lost), root)
        said = _said(lost)
        return _described(kept, said) if said and self._describes else kept

    def _lost(self, schema: JsonObject, root: JsonObject) -> JsonObject:
        lost = {
            keyword: value
            for keyword, value in schema.items()
            if not self._keeps(keyword, value, schema, root)
            and self._may_leave(keyword, value, schema, root)
        }
        if "if" in lost:
            lost |= {keyword: schema[keyword] for keyword in ("then", "else") if keyword in schema}
        return lost

    def _keeps(self, keyword: str, value: Json, schema: JsonObject, root: JsonObject) -> bool:
        if keyword in _QUESTIONS and self._folded(value, root) is not value:
            return False
        features = keyword_features(keyword, value, schema, is_root=schema is root)
        return self._supports(*features)

    def _supports(self, *features: str) -> bool:
        if features not in self._known:
            word = self._rules.support(*features).value
            self._known[features] = word in ("enforced", "hint")
        return self._known[features]

    def _may_leave(self, keyword: str, value: Json, schema: JsonObject, root: JsonObject) -> bool:
        if keyword in DEFINITIONS:
            return not holds_references(root)
        # A note cannot quote what a reference leads to.
        if keyword in _STRUCTURE or holds_references({keyword: value}):
            return False
        if keyword in _UNIONS:
            return only_constrains(value, schema)
        if keyword == "additionalProperties":
            return value is False or self._supports("open_object")
        if keyword == "patternProperties":
            return self._opens(schema, root)
        return keyword != "prefixItems" or schema.get("items", True) in (True, {})

    def _opens(self, schema: JsonObject, root: JsonObject) -> bool:
        """Whether names that only a pattern allows are still allowed without the pattern."""
        rest = schema.get("additionalProperties", True)
        if rest in (True, {}):
            return True
        keyword = "additionalProperties"
        is_kept = self._keeps(keyword, rest, schema, root)
        return not is_kept and self._may_leave(keyword, rest, schema, root)


def _without(schema: JsonObject, lost: JsonObject) -> JsonObject:
    if not lost:
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword not in lost}


def _said(lost: JsonObject) -> JsonObject:
    return {
        keyword: value
        for keyword, value in lost.items()
        if keyword in _SAID and not (keyword == "additionalProperties" and value in (True, {}))
    }


def _described(schema: JsonObject, said: JsonObject) -> JsonObject:
    description = schema.get("description", "")
    text = description if isinstance(description, str) else ""
    return {**schema, "description": with_note(text, said)}
