"""How values and types are called in messages."""

from __future__ import annotations

import json
from collections.abc import Sequence

from toolspec.jsontypes import Json

MAX_SHOWN = 60

_TYPE_NAMES = {
    "array": "an array",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "`null`",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}


def shown(value: Json) -> str:
    """A value as short JSON in backticks."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + '…'}`"


def described(value: Json) -> str:
    """A value with the name of its type: ``the string `"2.5"` ``."""
    if value is None:
        return shown(value)
    return f"the {type_name(value)} {shown(value)}"


def type_name(value: Json) -> str:
    """The JSON type of a value; `number` for every number."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
    return "object"


def type_phrase(types: str | Sequence[str]) -> str:
    """The value of `type` in words: `a string or a number`."""
    names = [types] if isinstance(types, str) else types
    return any_of([_TYPE_NAMES.get(each, each) for each in names])


def any_of(phrases: Sequence[str]) -> str:
    """Phrases as a list with `or` before the last."""
    if len(phrases) < 2:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"
