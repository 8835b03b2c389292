"""The Russian alphabet in a pattern: the range from `а` to `я` does not hold `ё`."""

from __future__ import annotations

from toolspec.contract.patterns.charset import contains
from toolspec.contract.patterns.nodes import Chars, walk
from toolspec.contract.patterns.parse import parse

_CASES = (("а", "я", "ё"), ("А", "Я", "Ё"))


def missing_yo(text: str) -> str | None:
    """The letters `ё` or `Ё` that a range of the whole alphabet leaves out, or None.

    Raises `UnsupportedPattern`.
    """
    missing = "".join(
        yo
        for first, last, yo in _CASES
        if any(
            isinstance(each, Chars) and _leaves_out(each, first, last, yo)
            for each in walk(parse(text).root)
        )
    )
    return missing or None


def _leaves_out(chars: Chars, first: str, last: str, yo: str) -> bool:
    listed = Chars(chars.ranges, chars.properties)
    whole = any(low <= ord(first) and ord(last) <= high for low, high in chars.ranges)
    return whole and not contains(listed, ord(yo))
