"""Fields by either of their names: JSON's `functionCall`, or the protocol buffer's `function_call`.

Google's servers take both in a request, as the JSON mapping of protocol buffers says.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject


def key_of(value: JsonObject, name: str) -> str:
    """The key under which `value` has the field; JSON's name where it has none."""
    older = "".join(f"_{each.lower()}" if each.isupper() else each for each in name)
    return older if name not in value and older in value else name


def field(value: JsonObject, name: str) -> Json:
    """The field's value, null when it is missing."""
    return value.get(key_of(value, name))


def json_name(key: str) -> str:
    """JSON's name of a field that is given by either."""
    first, *others = key.split("_")
    return "".join([first, *(each.capitalize() for each in others)])
