"""Keywords of a schema under which one value decides what another may be."""

from __future__ import annotations

from toolspec.jsontypes import Json

_CONDITIONS = frozenset({"anyOf", "oneOf", "not", "if", "dependentRequired", "dependentSchemas"})


def has_condition(schema: Json) -> bool:
    """Whether the verdict on a part of a value is unknown while another part of it is."""
    if isinstance(schema, dict):
        return any(key in _CONDITIONS or has_condition(each) for key, each in schema.items())
    return isinstance(schema, list) and any(has_condition(each) for each in schema)
