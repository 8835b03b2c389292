"""The numbers that a Russian or English text writes with digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

_SPACE: Final = " \u00a0\u202f"
_DASH: Final = "\\-\u2010\u2011\u2012\u2013\u2212"

# Codes (ORD-123456, A10), chains (dates, telephones, versions) and pairs joined by `:` or `/`
# (times, fractions) are no numbers, and neither are their parts.
_NO_NUMBER: Final = re.compile(
    rf"(?<!\w)[^\W\d]\w*(?:[{_DASH}/]\w*\d\w*)*"
    rf"|(?<![\w.,])\d+([{_DASH}./:])\d+(?:\1\d+)+"
    r"|(?<![\w.,])\d+[:/]\d+"
)
# The atomic group keeps a number that is not bounded from being cut down to one that is.
_NUMBER: Final = re.compile(
    rf"(?<!\w)(?<!\d[.,:/])(?:(?<![\w.,%){_DASH}])(?P<sign>[-\u2212]))?"
    rf"(?>(?P<whole>\d{{1,3}}(?:[{_SPACE}]\d{{3}}(?!\d))+|\d{{1,3}}(?:,\d{{3}}(?!\d))+|\d+)"
    r"(?P<decimals>[.,]\d+)?)"
    r"(?![.,:/]?\d)(?![^\W\d]+\d)"
)


def numbers_in(text: str) -> frozenset[Decimal]:
    """Every number in the text; one that can be read in two ways counts as both."""
    plain = _NO_NUMBER.sub(lambda found: "x" * len(found.group()), text)
    return frozenset(value for found in _NUMBER.finditer(plain) for value in _readings(found))


def _readings(found: re.Match[str]) -> Iterator[Decimal]:
    sign = "-" if found["sign"] else ""
    whole, decimals = found["whole"], found["decimals"] or ""
    groups = whole.split(",")
    if len(groups) > 1 and decimals.startswith(","):
        return
    digits = "".join(each for each in whole if each.isdecimal())
    if not (digits.startswith("0") and len(digits) > 1):
        yield Decimal(f"{sign}{digits}{decimals.replace(',', '.')}")
    if len(groups) == 2 and not decimals and (groups[0] == "0" or not groups[0].startswith("0")):
        yield Decimal(f"{sign}{groups[0]}.{groups[1]}")
