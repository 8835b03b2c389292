"""Any value, null included, as long as the key is there: `{$any: true}`."""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Context
from toolspec.matchers._examples import example_at

SCHEMA: JsonObject = {"const": True, "description": "`true`"}


def differs(option: Json, actual: Json, context: Context) -> None:
    """Nothing differs: the driver has already seen that the key is there."""


def solve(option: Json, context: Context) -> Json:
    """A small value that the parameter's schema allows."""
    return example_at(context.schema, context.pointer)
