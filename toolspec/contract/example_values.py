"""Plain candidate values for strings and numbers; whoever asks keeps the first that is valid."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice
from typing import Final

from toolspec.contract.json_number import exact
from toolspec.contract.patterns import samples
from toolspec.jsontypes import JsonObject

MAX_LENGTH = 20_000
_TRIED_STEPS = 12
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

_OF_FORMAT: Final[dict[str, tuple[str, ...]]] = {
    "date": tuple(f"2026-01-{day:02}" for day in range(1, 29)),
    "date-time": tuple(f"2026-01-{day:02}T00:00:00Z" for day in range(1, 29)),
    "duration": tuple(f"P{days}D" for days in range(1, 29)),
    "email": tuple(f"{each}@example.com" for each in _LETTERS),
    "hostname": ("example.com", "example.org"),
    "idn-email": ("a@example.com", "b@example.com"),
    "idn-hostname": ("example.com", "example.org"),
    "ipv4": ("192.0.2.1", "192.0.2.2"),
    "ipv6": ("2001:db8::1", "2001:db8::2"),
    "iri": ("https://example.com/", "https://example.com/a"),
    "iri-reference": ("/a", "/b"),
    "json-pointer": ("/a", "/b"),
    "regex": ("^a$", "^b$"),
    "relative-json-pointer": ("0", "1"),
    "time": tuple(f"{hour:02}:00:00Z" for hour in range(24)),
    "uri": tuple(f"https://example.com/{each}" for each in _LETTERS),
    "uri-reference": ("/a", "/b"),
    "uri-template": ("/{a}", "/{b}"),
    "uuid": tuple(f"00000000-0000-4000-8000-0000000000{each:02}" for each in range(1, 29)),
}


def strings(keywords: JsonObject) -> Iterator[str]:
    """Texts that may fit: of the format, of the pattern, else letters of the least length."""
    yield from _OF_FORMAT.get(keywords.get("format", ""), ())
    if "pattern" in keywords:
        yield from samples(keywords["pattern"])
        return
    least = int(keywords.get("minLength", 0))
    length = min(max(least, 1), keywords.get("maxLength", MAX_LENGTH), MAX_LENGTH)
    for each in _LETTERS:
        yield each * int(length)


def numbers(keywords: JsonObject, *, whole: bool) -> Iterator[int | float]:
    """Numbers that may fit: up from the lower limit, else down from the upper one, else from 1."""
    step = exact(keywords.get("multipleOf", 1))
    if whole and step.denominator != 1:
        step = Fraction(step.numerator)
    lows = [exact(keywords[each]) for each in ("minimum", "exclusiveMinimum") if each in keywords]
    highs = [exact(keywords[each]) for each in ("maximum", "exclusiveMaximum") if each in keywords]
    for each in islice(_stepped(lows, highs, step), _TRIED_STEPS):
        yield _plain(each)
    if not whole and "multipleOf" not in keywords:
        # The limits may hold no whole step: try what lies on, between and beside them.
        yield from (_plain(each) for each in (*lows, *highs))
        yield _plain(max(lows, default=Fraction(0)) + Fraction(1, 2))
        yield from (_plain((low + high) / 2) for low in lows for high in highs)


def _stepped(lows: list[Fraction], highs: list[Fraction], step: Fraction) -> Iterator[Fraction]:
    if lows:
        start = math.ceil(max(lows) / step)
        yield from (step * (start + turn) for turn in count())
    elif highs and min(highs) < step:
        start = math.floor(min(highs) / step)
        yield from (step * (start - turn) for turn in count())
    else:
        yield from (step * turn for turn in count(1))


def _plain(number: Fraction) -> int | float:
    if number.denominator == 1:
        return number.numerator
    try:
        return float(number)
    except OverflowError:
        return 0
