"""JSON values as lowering compares and writes them."""

from __future__ import annotations

import json

from toolspec.jsontypes import Json


def compact(value: Json) -> str:
    """The value as JSON without blanks, letters of every script as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def identity(value: Json) -> str:
    """A text that values share exactly when JSON Schema calls them equal: 1 is 1.0, not true."""
    return json.dumps(_normal(value), sort_keys=True)


def types_of(value: Json) -> tuple[str, ...]:
    """The JSON Schema types that a value has, the narrowest first."""
    match value:
        case None:
            return ("null",)
        case bool():
            return ("boolean",)
        case int():
            return ("integer", "number")
        case float():
            return ("integer", "number") if value.is_integer() else ("number",)
        case str():
            return ("string",)
        case list():
            return ("array",)
    return ("object",)


def _normal(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_normal(each) for each in value]
    if isinstance(value, dict):
        return {name: _normal(each) for name, each in value.items()}
    return value
