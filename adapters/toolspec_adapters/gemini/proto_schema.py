"""Writing schemas as Google's Schema spells them: its types are words in capitals."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject

_MAPS: Final = frozenset({"properties", "$defs", "patternProperties"})
_SCHEMAS: Final = frozenset({"items", "additionalProperties", "not"})
_LISTS: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})

# What a schema may say and still describe no argument.
_NO_ARGUMENT: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "title", "description"}
)
# The note of a closed object, which a tool without a schema is anyway; other words are sent.
_SAYS_NOTHING: Final = ("", "[additionalProperties: false]")


def to_proto(schema: Json) -> Json:
    """The schema with its types in capitals, and nothing else changed."""
    if not isinstance(schema, dict):
        return schema
    return {keyword: _value(keyword, value) for keyword, value in schema.items()}


def takes_no_arguments(schema: JsonObject) -> bool:
    """Whether a tool with this schema has no parameters; then no schema is sent, or it is a 400."""
    is_closed = schema.get("additionalProperties", False) is False
    is_empty = not schema.get("properties") and not schema.get("required")
    is_silent = schema.get("description", "") in _SAYS_NOTHING
    return is_empty and is_closed and is_silent and schema.keys() <= _NO_ARGUMENT


def _value(keyword: str, value: Json) -> Json:
    if keyword == "type":
        return _type(value)
    if keyword in _MAPS and isinstance(value, dict):
        return {name: to_proto(each) for name, each in value.items()}
    if keyword in _LISTS and isinstance(value, list):
        return [to_proto(each) for each in value]
    return to_proto(value) if keyword in _SCHEMAS else value


def _type(value: Json) -> Json:
    if isinstance(value, list):
        return [_type(each) for each in value]
    return value.upper() if isinstance(value, str) else value
