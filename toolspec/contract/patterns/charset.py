"""Questions about a set of code points: is one in it, do two share one, which one to show."""

from __future__ import annotations

from functools import lru_cache

import regex

from toolspec.contract.patterns.nodes import LAST_CODE_POINT, Chars

# Letters first, so that an example reads well: `abc`, `ABC`, `123`, `абв`, then signs and the rest.
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = (
    *(_LOWER, _LOWER.upper(), "1234567890"),
    *("абвгдежзийклмнопрстуфхцчшщъыьэюяё", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ"),
    *("-_.,:;!?/+=@#%&*'\"()[]{}<>|\\^$~`", " \t\n\r", "éßñαβγ中文あ한אب٣€😀"),
)
_WITNESSES = tuple(sorted({*range(0x80), *(ord(char) for each in _ALPHABETS for char in each)}))


@lru_cache(maxsize=65536)
def contains(chars: Chars, code: int) -> bool:
    """Say whether a code point is in the set."""
    found = any(low <= code <= high for low, high in chars.ranges) or any(
        _has_property(each, code) for each in chars.properties
    )
    return found is not chars.negated


@lru_cache(maxsize=4096)
def overlap(one: Chars, other: Chars) -> bool:
    """Say whether some code point is in both sets; properties are tried on a fixed sample."""
    edges = [edge for each in (*one.ranges, *other.ranges) for edge in _edges(*each)]
    return any(contains(one, code) and contains(other, code) for code in (*edges, *_WITNESSES))


def pick(chars: Chars, nth: int) -> str | None:
    """The `nth` readable character of a set, going round; None when the set looks empty."""
    readable = _readable(chars)
    return readable[nth % len(readable)] if readable else None


@lru_cache(maxsize=4096)
def _readable(chars: Chars) -> str:
    for alphabet in _ALPHABETS:
        fitting = "".join(char for char in alphabet if contains(chars, ord(char)))
        if fitting:
            return fitting
    edges = [edge for low, high in chars.ranges for edge in _edges(low, high)]
    return next((chr(code) for code in edges if contains(chars, code)), "")


def _edges(low: int, high: int) -> tuple[int, ...]:
    around = (low, high, low - 1, high + 1)
    return tuple(code for code in around if 0 <= code <= LAST_CODE_POINT)


def _has_property(name: str, code: int) -> bool:
    pattern = rf"\P{{{name[1:]}}}" if name[0] == "^" else rf"\p{{{name}}}"
    return regex.match(pattern, chr(code)) is not None
