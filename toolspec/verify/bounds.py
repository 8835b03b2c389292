"""Bounds: what a view leaves of the number line, and of lengths and counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from toolspec.contract.json_number import exact, is_number
from toolspec.jsontypes import Json
from toolspec.verify.views import View

# A lower bound and whether the bound itself is out; upper bounds are lower ones of the negative.
_Bound: TypeAlias = tuple[Fraction, bool]

LOWER: Final = ("minimum", "exclusiveMinimum")
UPPER: Final = ("maximum", "exclusiveMaximum")
LEAST: Final = ("minLength", "minItems", "minProperties")
MOST: Final = ("maxLength", "maxItems", "maxProperties")


def related(keyword: str) -> tuple[str, ...]:
    """The keywords that bound the same thing from the same side."""
    return next((each for each in (LOWER, UPPER) if keyword in each), (keyword,))


def is_bounded(view: View, keyword: str, value: Json) -> bool:
    """Whether all numbers that fit a view keep within one bound."""
    if not is_number(value):
        return False
    side = related(keyword)
    wanted = _bound(view, keyword, value)
    return any(each >= wanted for each in _bounds(view, side))


def is_sized(view: View, keyword: str, value: Json) -> bool:
    """Whether all that fits a view keeps to a length or count."""
    if not is_number(value):
        return False
    if keyword in LEAST and value <= 0:
        return True
    sizes = [each.value for each in view.of(keyword) if is_number(each.value)]
    sizes += _lengths_of_tuples(view) if keyword == "maxItems" else []
    if keyword in LEAST:
        return any(each >= value for each in sizes) or _is_long(view, keyword, value)
    return any(each <= value for each in sizes) or _is_long(view, keyword, value)


def _lengths_of_tuples(view: View) -> list[int]:
    """How many places there are where no item may follow them."""
    tuples = [
        each.node.keywords.get("prefixItems", [])
        for each in view.of("items")
        if each.value is False
    ]
    return [len(each) for each in tuples if isinstance(each, list)]


def _is_long(view: View, keyword: str, value: Json) -> bool:
    if "Length" not in keyword or not view.values:
        return False
    lengths = [len(each) for each in view.values if isinstance(each, str)]
    return all(each >= value if keyword in LEAST else each <= value for each in lengths)


def _bounds(view: View, side: tuple[str, ...]) -> Iterator[_Bound]:
    for each in view.of(*side):
        if is_number(each.value):
            yield _bound(view, each.keyword, each.value)
    numbers = [each for each in view.values or () if is_number(each)]
    if numbers:
        nearest = min(numbers) if side == LOWER else max(numbers)
        yield _bound(view, side[0], nearest)


def _bound(view: View, keyword: str, value: float) -> _Bound:
    """One bound; those of whole numbers are made inclusive, so that `> 3` is `>= 4`."""
    number = exact(value) if keyword in LOWER else -exact(value)
    is_out = keyword.startswith("exclusive")
    if "fraction" in view.kinds:
        return number, is_out
    nearest = math.floor(number) + 1 if is_out else math.ceil(number)
    return Fraction(nearest), False
