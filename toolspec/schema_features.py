"""The features of a schema that wire formats treat differently, by the names that dialects use.

A feature is a keyword (`maxLength`), or a keyword in a certain use (`enum_of_numbers`); the
features of one place are listed with the most specific first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from toolspec.jsontypes import Json, JsonObject

Features: TypeAlias = Callable[[Json, JsonObject], tuple[str, ...]]

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

_LARGEST_INT32: Final = 2**31 - 1

# Keywords whose value is a number that bounds or counts.
_BOUNDS: Final = (
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
)

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


_IN_ROOT: Final = frozenset(
    {"$ref", "allOf", "anyOf", "const", "description", "enum", "if", "not", "oneOf"}
)


def _special(keyword: str, value: Json, schema: JsonObject, is_root: bool) -> tuple[str, ...]:
    at_root = (f"root_{keyword}",) if is_root and keyword in _IN_ROOT else ()
    features = _FEATURES.get(keyword)
    return at_root if features is None else (*at_root, *features(value, schema))


def _type_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    return ("type_array",) if isinstance(value, list) else ()


def _format_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    return (f"format_{value}",) if isinstance(value, str) else ()


def _bound_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    is_beyond = isinstance(value, int) and abs(value) > _LARGEST_INT32
    return ("bound_beyond_int32",) if is_beyond else ()


def _least_items_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    is_above = isinstance(value, int | float) and value > 1
    return (*_bound_features(value, schema), *(("minItems_above_1",) if is_above else ()))


def _const_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    return () if isinstance(value, str) else ("const_not_text",)


def _union_features(keyword: str) -> Features:
    def features(value: Json, schema: JsonObject) -> tuple[str, ...]:
        has_siblings = bool(schema.keys() - ANNOTATIONS - {keyword})
        return (f"{keyword}_with_siblings",) if has_siblings else ()

    return features


def _enum_features(values: Json, schema: JsonObject) -> tuple[str, ...]:
    if not isinstance(values, list):
        return ()
    if any(isinstance(each, dict | list) for each in values):
        return ("enum_of_objects",)
    if any(not isinstance(each, str) for each in values):
        return ("enum_not_text",)
    return ("enum_with_empty_text",) if "" in values else ()


def _pattern_features(pattern: Json, schema: JsonObject) -> tuple[str, ...]:
    if not isinstance(pattern, str):
        return ()
    found = []
    if _LOOK_AROUND.search(pattern):
        found.append("pattern_with_look_around")
    if not (pattern.startswith("^") and pattern.endswith("$")):
        found.append("pattern_without_anchors")
    else:
        found.append("pattern_with_anchors")
    return tuple(found)


def _openness_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    if isinstance(value, bool):
        return (f"additionalProperties_{str(value).lower()}",)
    return ("additionalProperties_schema",)


def _reference_features(value: Json, schema: JsonObject) -> tuple[str, ...]:
    found = []
    if schema.keys() - {"$ref"}:
        found.append("ref_with_siblings")
    if isinstance(value, str) and value != "#" and not value.startswith("#/$defs/"):
        found.append("ref_outside_defs")
    return tuple(found)


def _texts(value: Json) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


_FEATURES: Final[Mapping[str, Features]] = MappingProxyType(
    {
        **dict.fromkeys(_BOUNDS, _bound_features),
        "$ref": _reference_features,
        "additionalProperties": _openness_features,
        "anyOf": _union_features("anyOf"),
        "const": _const_features,
        "enum": _enum_features,
        "format": _format_features,
        "minItems": _least_items_features,
        "oneOf": _union_features("oneOf"),
        "pattern": _pattern_features,
        "type": _type_features,
    }
)
