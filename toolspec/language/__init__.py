"""The spec language as one JSON Schema: it drives the shape checks, and editors use it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from toolspec.jsontypes import JsonObject


def schema_text() -> str:
    """The JSON Schema of the language, as published."""
    return files(__name__).joinpath("toolspec.schema.json").read_text(encoding="utf-8")


@cache
def schema() -> JsonObject:
    """The JSON Schema of the language, parsed; callers must not change it."""
    parsed: JsonObject = json.loads(schema_text())
    return parsed


def resolve(part: JsonObject) -> JsonObject:
    """A part of the schema, or what it refers to in `$defs`; words beside `$ref` are left out."""
    while "$ref" in part:
        part = schema()["$defs"][part["$ref"].rsplit("/", 1)[1]]
    return part
