"""A number near another: `{$approx: {value: 20, abs: 0.01}}`, or `rel: 0.001` of the value.

The bound itself still fits. The numbers are compared as they are written in decimals.
"""

import math
from fractions import Fraction

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Comparison, Context, Difference, identical, matcher_difference
from toolspec.wording import kind

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "value": {"type": "number"},
        "abs": {"type": "number", "minimum": 0},
        "rel": {"type": "number", "minimum": 0},
    },
    "required": ["value"],
    "oneOf": [{"required": ["abs"]}, {"required": ["rel"]}],
    "additionalProperties": False,
    "description": "`value` and one of `abs` and `rel`, all of them numbers, the bound not below 0",
}


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison | None:
    """Differs when further away than the bound, or not a number."""
    if isinstance(actual, bool) or not isinstance(actual, int | float):
        hint = f"expected a number, got {kind(actual)}"
        return matcher_difference("$approx", option, actual, context, hint)
    if identical(option["value"], actual):
        return Comparison()
    if not math.isfinite(actual):
        return matcher_difference("$approx", option, actual, context, "not a finite number")
    distance = abs(_decimal(option["value"]) - _decimal(actual))
    if distance <= _bound(option):
        return None
    hint = f"differs by {_short(distance)}, and {_short(_bound(option))} is allowed"
    return matcher_difference("$approx", option, actual, context, hint)


def solve(option: Json, context: Context) -> Json:
    """The value itself."""
    return option["value"]


def _bound(option: JsonObject) -> Fraction:
    if "abs" in option:
        return _decimal(option["abs"])
    return _decimal(option["rel"]) * abs(_decimal(option["value"]))


def _decimal(number: float) -> Fraction:
    """The number as its shortest decimal text says it, so that 0.3 - 0.1 is 0.2."""
    return Fraction(repr(number))


def _short(number: Fraction) -> str:
    return f"{float(number):g}"
