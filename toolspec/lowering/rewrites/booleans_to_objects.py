"""The schemas `true` and `false` as objects: `{}` and `{"not": {}}`.

`additionalProperties` and its like keep theirs: there the word itself is what formats know.
"""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Path
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.walk import each_schema, map_below

_KEPT: Final = frozenset({"additionalProperties", "unevaluatedItems", "unevaluatedProperties"})


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Exact, for formats in which a schema is always an object."""
    changed: JsonObject = each_schema(schema, lambda each: map_below(each, _object))
    return changed


def _object(value: Json, steps: Path) -> Json:
    if not isinstance(value, bool) or steps[0] in _KEPT:
        return value
    return {} if value else {"not": {}}
