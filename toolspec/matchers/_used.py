"""Which matchers an expectation uses, and where."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.jsontypes import Json
from toolspec.matchers._catalogue import MATCHERS, holds_expected, load, matcher_name


def used(expected: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Give the place and the name (without the `$`) of every known matcher, outermost first.

    The place is the keys and indexes that lead to the matcher's object. What stands in `$literal`
    is not a matcher.
    """
    name = matcher_name(expected)
    if name is not None:
        if name in MATCHERS.names:
            yield (), name
            if holds_expected(load(name)):
                yield from _below(f"${name}", expected[f"${name}"])
    elif isinstance(expected, dict):
        for key, each in expected.items():
            yield from _below(key, each)
    elif isinstance(expected, list):
        for index, each in enumerate(expected):
            yield from _below(index, each)


def _below(step: str | int, expected: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for place, name in used(expected):
        yield (step, *place), name
