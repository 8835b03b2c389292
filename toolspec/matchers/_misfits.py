"""Where the option of a plugin does not fit the plugin's schema."""

from __future__ import annotations

from functools import reduce

from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import join


def misfits(option: Json, schema: JsonObject) -> list[str]:
    """The pointers of the places, each once, sorted; empty when the option fits."""
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(schema).iter_errors(option)
    return sorted({reduce(join, each.absolute_path, "") for each in errors})
