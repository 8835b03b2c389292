"""Arguments as a model writes them that keeps to the schema on the wire, not to the spec's own.

A strict schema requires what the spec leaves optional and takes null for it; a schema of texts
alone takes a number as a text. Only properties of objects are looked at, as deep as they go.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.strict_json import is_too_deep


def fitted(arguments: JsonObject, schema: JsonObject) -> JsonObject:
    """The arguments with a null for each required property that is missing, and texts for enums.

    Arguments too deep to be read back stay as they are.
    """
    if is_too_deep(arguments):
        return arguments
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return arguments
    made = {name: _fitted_value(value, properties.get(name)) for name, value in arguments.items()}
    for name in schema.get("required", ()):
        if name not in made and _takes_null(properties.get(name)):
            made[name] = None
    return made


def _fitted_value(value: Json, schema: Json) -> Json:
    if not isinstance(schema, dict):
        return value
    if isinstance(value, dict):
        return fitted(value, schema)
    enum = schema.get("enum")
    is_number = isinstance(value, int | float)
    if is_number and isinstance(enum, list) and all(isinstance(each, str) for each in enum):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return text if text in enum else value
    return value


def _takes_null(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    branches = schema.get("anyOf", ())
    kinds = schema.get("type")
    return "null" in (kinds if isinstance(kinds, list) else [kinds]) or any(
        isinstance(each, dict) and each.get("type") == "null" for each in branches
    )
