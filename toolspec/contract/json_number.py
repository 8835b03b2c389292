"""Numbers as JSON has them."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from toolspec.jsontypes import Json


def is_number(value: Json) -> bool:
    """Say whether a value is a JSON number; NaN and infinity are not, nor is a boolean."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def exact(number: float) -> Fraction:
    """The decimal number that was written: the shortest text that reads back as the same float."""
    return Fraction(number) if isinstance(number, int) else Fraction(Decimal(repr(number)))
