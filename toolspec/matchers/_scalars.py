"""The comparison of two plain values that are not two objects or two lists."""

from __future__ import annotations

import math

from toolspec.jsontypes import Json
from toolspec.matchers import _look_alikes as look_alikes
from toolspec.matchers._records import MISSING, Allowance, Comparison, Context, Difference
from toolspec.matchers._schema_at import allows_number
from toolspec.matchers._texts import aliases_of, canonical_of, rules_that_equate, steps_of
from toolspec.wording import kind

# Two numbers this close (relative) are taken for a rounding error, and the hint says so.
_CLOSE = 1e-6


def compare_scalars(expected: Json, actual: Json, context: Context, pointer: str) -> Comparison:
    """Compare texts, numbers, booleans, nulls, and values of two different JSON types."""
    if actual is MISSING:
        return _differs(pointer, "missing", expected, actual)
    if json_type(expected) != json_type(actual):
        hint = f"expected {kind(expected)}, got {kind(actual)}"
        return _differs(pointer, "type", expected, actual, hint)
    if isinstance(expected, str):
        return _compare_texts(expected, actual, context, pointer)
    if json_type(expected) == "number":
        return _compare_numbers(expected, actual, context, pointer)
    return Comparison() if expected == actual else _differs(pointer, "value", expected, actual)


def json_type(value: Json) -> str:
    """The JSON type of a value; a boolean is not a number."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def identical(left: Json, right: Json) -> bool:
    """Whether two values are the same JSON, integers and fractions kept apart."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(identical(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(identical, left, right))
    return bool(left == right)


def _compare_numbers(expected: float, actual: float, context: Context, pointer: str) -> Comparison:
    """Numbers are equal exactly or not at all; Python compares an int and a float exactly."""
    if expected != actual:
        return _differs(pointer, "value", expected, actual, _distance(expected, actual))
    if type(expected) is type(actual):
        return Comparison()
    if allows_number(context.schema, pointer):
        return Comparison(allowances=(Allowance(pointer, f"number {expected} = {actual}"),))
    hint = f"{expected} and {actual} are one value only where the schema says number or integer"
    return _differs(pointer, "type", expected, actual, hint)


def _distance(expected: float, actual: float) -> str | None:
    if isinstance(expected, int) and isinstance(actual, int):
        return None
    try:
        is_close = math.isclose(expected, actual, rel_tol=_CLOSE, abs_tol=_CLOSE)
        return f"differs by {abs(expected - actual):.1e}" if is_close else None
    except OverflowError:
        return None


def _compare_texts(expected: str, actual: str, context: Context, pointer: str) -> Comparison:
    if expected == actual:
        return Comparison()
    if not context.literal:
        rules = rules_that_equate(expected, actual, context, pointer)
        if rules is not None:
            return Comparison(allowances=tuple(Allowance(pointer, each) for each in rules))
    difference = Difference(
        pointer=pointer,
        rule="value",
        expected=expected,
        got=actual,
        hint=_alias_hint(expected, actual, context, pointer) or look_alikes.hint(expected, actual),
        codepoints=look_alikes.codepoints(expected, actual),
    )
    return Comparison((difference,))


def _alias_hint(expected: str, actual: str, context: Context, pointer: str) -> str | None:
    """Aliases hold from the canonical text to its variants, so say when one was written."""
    table, steps = aliases_of(context, pointer), steps_of(context, pointer)
    canonical = canonical_of(expected, table, steps)
    if context.literal or canonical is None:
        return None
    also = canonical_of(actual, table, steps) or actual
    if also != canonical:
        return None
    return f"`{expected}` is a variant: write `{canonical}` to accept all of its variants"


def _differs(
    pointer: str, rule: str, expected: Json, got: Json, hint: str | None = None
) -> Comparison:
    return Comparison(
        (Difference(pointer=pointer, rule=rule, expected=expected, got=got, hint=hint),)
    )
