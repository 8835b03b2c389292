"""Reading Google's Schema back as JSON Schema 2020-12 of the same meaning.

Written from the reference of Schema: types are words in capitals (or, as every enum of a protocol
buffer, their numbers), `nullable` adds null, counts may be written as text, and the format `enum`
only says that there is an `enum`. `example` keeps its name, which JSON Schema ignores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import join
from toolspec_adapters.gemini.fields import json_name

_TYPES: Final = ("string", "number", "integer", "boolean", "array", "object", "null")
_TYPE_FOR_NUMBER: Final[Mapping[int, str]] = dict(enumerate(_TYPES, start=1))
_COUNTS: Final = frozenset(
    {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
)
_FIELDS: Final = _COUNTS | {"anyOf", "propertyOrdering", "additionalProperties"}


def from_proto(schema: JsonObject, pointer: str, unread: list[str]) -> JsonObject:
    """Read a schema; what JSON Schema has no word for is added to `unread` by its pointer."""
    made: JsonObject = {}
    for key, value in schema.items():
        keyword = json_name(key) if json_name(key) in _FIELDS else key
        at = join(pointer, key)
        if keyword == "propertyOrdering":
            unread.append(at)
        elif keyword != "nullable" and (keyword, value) != ("format", "enum"):
            made[keyword] = _value(keyword, value, at, unread)
    if made.get("type") == "":
        made.pop("type")
    return _with_null(made) if schema.get("nullable") is True else made


def _value(keyword: str, value: Json, pointer: str, unread: list[str]) -> Json:
    if keyword == "type":
        return _type(value)
    if keyword in _COUNTS and isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if keyword == "properties" and isinstance(value, dict):
        return {name: _schema(each, join(pointer, name), unread) for name, each in value.items()}
    if keyword == "anyOf" and isinstance(value, list):
        return [_schema(each, join(pointer, at), unread) for at, each in enumerate(value)]
    if keyword in ("items", "additionalProperties"):
        return _schema(value, pointer, unread)
    return value


def _schema(value: Json, pointer: str, unread: list[str]) -> Json:
    return from_proto(value, pointer, unread) if isinstance(value, dict) else value


def _type(value: Json) -> Json:
    """The type in JSON Schema's word; empty where Schema leaves it open."""
    if isinstance(value, int) and not isinstance(value, bool):
        return _TYPE_FOR_NUMBER.get(value, "" if value == 0 else value)
    if not isinstance(value, str):
        return value
    return "" if value == "TYPE_UNSPECIFIED" else value.lower()


def _with_null(schema: JsonObject) -> JsonObject:
    """The schema with null among what it allows."""
    made = dict(schema)
    if isinstance(made.get("type"), str) and made["type"] != "null":
        made["type"] = [made["type"], "null"]
    if isinstance(made.get("anyOf"), list):
        made["anyOf"] = [*made["anyOf"], {"type": "null"}]
    if isinstance(made.get("enum"), list) and None not in made["enum"]:
        made["enum"] = [*made["enum"], None]
    return made
