"""The keywords of JSON Schema 2020-12: what value each takes, and where schemas lie below it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Shape: TypeAlias = Literal[
    "any",
    "anchor",
    "boolean",
    "count",
    "dependencies",
    "flags",
    "list",
    "number",
    "positive",
    "reference",
    "resource",
    "schema",
    "schema_map",
    "schemas",
    "string",
    "strings",
    "strings_map",
    "types",
]

TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")

SHAPES: Final[dict[str, Shape]] = {
    "$anchor": "anchor",
    "$comment": "string",
    "$defs": "schema_map",
    "$dynamicAnchor": "anchor",
    "$dynamicRef": "reference",
    "$id": "resource",
    "$ref": "reference",
    "$schema": "string",
    "$vocabulary": "flags",
    "additionalProperties": "schema",
    "allOf": "schemas",
    "anyOf": "schemas",
    "const": "any",
    "contains": "schema",
    "contentEncoding": "string",
    "contentMediaType": "string",
    "contentSchema": "schema",
    "default": "any",
    "dependentRequired": "strings_map",
    "dependentSchemas": "schema_map",
    "deprecated": "boolean",
    "description": "string",
    "else": "schema",
    "enum": "list",
    "examples": "list",
    "exclusiveMaximum": "number",
    "exclusiveMinimum": "number",
    "format": "string",
    "if": "schema",
    "items": "schema",
    "maxContains": "count",
    "maxItems": "count",
    "maxLength": "count",
    "maxProperties": "count",
    "maximum": "number",
    "minContains": "count",
    "minItems": "count",
    "minLength": "count",
    "minProperties": "count",
    "minimum": "number",
    "multipleOf": "positive",
    "not": "schema",
    "oneOf": "schemas",
    "pattern": "string",
    "patternProperties": "schema_map",
    "prefixItems": "schemas",
    "properties": "schema_map",
    "propertyNames": "schema",
    "readOnly": "boolean",
    "required": "strings",
    "then": "schema",
    "title": "string",
    "type": "types",
    "unevaluatedItems": "schema",
    "unevaluatedProperties": "schema",
    "uniqueItems": "boolean",
    "writeOnly": "boolean",
}

# Known to the meta-schema for the sake of older drafts, and without effect in 2020-12.
OLD_SHAPES: Final[dict[str, Shape]] = {"definitions": "schema_map", "dependencies": "dependencies"}

# These look at the same value as the schema that holds them.
IN_PLACE: Final = frozenset(
    {"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"}
)
REFERENCES: Final = ("$ref", "$dynamicRef")

LIMITS_OF_TYPE: Final[dict[str, tuple[str, ...]]] = {
    "array": ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "object": ("properties", "required", "minProperties", "maxProperties"),
    "string": ("minLength", "maxLength", "pattern", "format"),
}
