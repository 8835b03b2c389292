"""Whether a schema accepts null, and how to make one that does."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.references import DEFINITIONS, References
from toolspec.schema_features import ANNOTATIONS

NULL: Final[JsonObject] = {"type": "null"}

# What these refuse cannot be widened in place: the schema becomes a branch beside null.
_WRAPPED: Final = frozenset({"$dynamicRef", "$ref", "allOf", "const", "if", "not", "oneOf"})
# These stay where they are, beside the branches.
_OUTSIDE: Final = ANNOTATIONS | {*DEFINITIONS}


class Nulls:
    """Null and the schemas of one document, references followed.

    A reference that leads nowhere, or back to itself, is no hindrance.
    """

    def __init__(self, root: Json) -> None:
        self._references = References(root)
        self._known: dict[str, bool] = {}

    def accepted(self, schema: Json) -> bool:
        """Whether null is valid under a schema of the document."""
        if not isinstance(schema, dict):
            return schema is not False
        accepted = self.accepted
        return (
            _type_and_values_accept(schema)
            and all(map(accepted, _list(schema, "allOf")))
            and ("anyOf" not in schema or any(map(accepted, _list(schema, "anyOf"))))
            and ("oneOf" not in schema or sum(map(accepted, _list(schema, "oneOf"))) == 1)
            and ("not" not in schema or not accepted(schema["not"]))
            and ("if" not in schema or accepted(self._consequence(schema)))
            and self._target_accepts(schema.get("$ref"))
        )

    def _consequence(self, schema: JsonObject) -> Json:
        return schema.get("then" if self.accepted(schema["if"]) else "else", True)

    def _target_accepts(self, reference: Json) -> bool:
        if not isinstance(reference, str):
            return True
        if reference not in self._known:
            self._known[reference] = True
            found, target = self._references.target(reference)
            self._known[reference] = not found or self.accepted(target)
        return self._known[reference]


def admitting_null(schema: JsonObject) -> JsonObject:
    """A schema that accepts null and whatever this one accepts."""
    if schema.keys() & _WRAPPED:
        outside = {key: value for key, value in schema.items() if key in _OUTSIDE}
        inside = {key: value for key, value in schema.items() if key not in _OUTSIDE}
        return {"anyOf": [inside, NULL], **outside}
    widened = dict(schema)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        widened["type"] = names if "null" in names else [*names, "null"]
    values = _list(schema, "enum")
    if values and None not in values:
        widened["enum"] = [*values, None]
    branches = _list(schema, "anyOf")
    if branches and NULL not in branches:
        widened["anyOf"] = [*branches, NULL]
    return widened


def _type_and_values_accept(schema: JsonObject) -> bool:
    types = schema.get("type", "null")
    return (
        "null" in (types if isinstance(types, list) else [types])
        and ("enum" not in schema or None in _list(schema, "enum"))
        and schema.get("const") is None
    )


def _list(schema: JsonObject, keyword: str) -> list[Json]:
    value = schema.get(keyword, [])
    return value if isinstance(value, list) else []
