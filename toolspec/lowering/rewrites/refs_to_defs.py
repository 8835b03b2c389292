"""What references lead to moves to `$defs` at the root; `definitions` is renamed."""

from __future__ import annotations

from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.definitions import in_definitions


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """A reference to the whole schema stays, as does one that leads nowhere."""
    return in_definitions(schema)
