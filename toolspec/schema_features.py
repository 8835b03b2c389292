"""The features of a schema that wire formats treat differently, by the names that dialects use.

A feature is a keyword (`maxLength`), or a keyword in a certain use (`enum_of_numbers`); the
features of one place are listed with the most specific first.
"""

from __future__ import annotations

import re
from typing import Final

from toolspec.jsontypes import Json, JsonObject

# Keywords that say something of a schema and nothing of the value.
ANNOTATIONS: Final = frozenset(
    {
        "$anchor",
        "$comment",
        "$id",
        "$schema",
        "$vocabulary",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    }
)

# Of these the first group tells a model nothing, so that dropping it loses nothing of the contract.
SILENT_ANNOTATIONS: Final = frozenset({"$anchor", "$comment", "$id", "$schema", "$vocabulary"})

_LOOK_AROUND = re.compile(r"\(\?(?:[=!]|<[=!])|\\[1-9]|\\k<|\\[bB]")


def keyword_features(
    keyword: str, value: Json, schema: JsonObject, *, is_root: bool
) -> tuple[str, ...]:
    """The features that one keyword of `schema` has by its value, the keyword itself last."""
    special = _special(keyword, value, schema, is_root)
    return (*special, keyword)


def absence_features(schema: JsonObject) -> tuple[str, ...]:
    """The features that a schema has by what it does not say.

    `open_object`: no `additionalProperties`; `array_without_items`; `object_without_properties`;
    `empty_object`: `properties` is there and empty; `missing_type`; `optional_property`: a property
    is not required.
    """
    types = schema.get("type")
    names = types if isinstance(types, list) else [types]
    properties = schema.get("properties")
    found = []
    if "object" in names or isinstance(properties, dict):
        if "additionalProperties" not in schema:
            found.append("open_object")
        if not isinstance(properties, dict):
            found.append("object_without_properties")
        elif not properties:
            found.append("empty_object")
        elif not set(properties) <= set(_texts(schema.get("required"))):
            found.append("optional_property")
    if "array" in names and "items" not in schema and "prefixItems" not in schema:
        found.append("array_without_items")
    if types is None and not {"$ref", "anyOf", "oneOf", "allOf", "enum", "const"} & schema.keys():
        found.append("missing_type")
    return tuple(found)


def _special(keyword: str, value: Json, schema: JsonObject, is_root: bool) -> tuple[str, ...]:
    if is_root and keyword in ("anyOf", "oneOf", "allOf", "enum", "not", "const", "if", "$ref"):
        return (f"root_{keyword}",)
    if keyword == "type" and isinstance(value, list):
        return ("type_array",)
    if keyword == "enum" and isinstance(value, list):
        return _enum_features(value)
    if keyword == "format" and isinstance(value, str):
        return (f"format_{value}",)
    if keyword == "pattern" and isinstance(value, str):
        return _pattern_features(value)
    if keyword == "minItems" and isinstance(value, int | float) and value > 1:
        return ("minItems_above_1",)
    if keyword == "additionalProperties":
        return (_openness(value),)
    if keyword == "$ref":
        return _reference_features(value, schema)
    if keyword in ("anyOf", "oneOf", "properties") and schema.keys() - ANNOTATIONS > {keyword}:
        return (f"{keyword}_with_siblings",) if keyword != "properties" else ()
    if keyword == "const" and not isinstance(value, str):
        return ("const_not_text",)
    return ()


def _enum_features(values: list[Json]) -> tuple[str, ...]:
    if any(isinstance(each, dict | list) for each in values):
        return ("enum_of_objects",)
    if any(not isinstance(each, str) for each in values):
        return ("enum_not_text",)
    return ("enum_with_empty_text",) if "" in values else ()


def _pattern_features(pattern: str) -> tuple[str, ...]:
    found = []
    if _LOOK_AROUND.search(pattern):
        found.append("pattern_with_look_around")
    if not (pattern.startswith("^") and pattern.endswith("$")):
        found.append("pattern_without_anchors")
    else:
        found.append("pattern_with_anchors")
    return tuple(found)


def _openness(value: Json) -> str:
    if isinstance(value, bool):
        return "additionalProperties_true" if value else "additionalProperties_false"
    return "additionalProperties_schema"


def _reference_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    found = []
    if schema.keys() - {"$ref"}:
        found.append("ref_with_siblings")
    if isinstance(value, str) and value != "#" and not value.startswith("#/$defs/"):
        found.append("ref_outside_defs")
    return tuple(found)


def _texts(value: Json) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
