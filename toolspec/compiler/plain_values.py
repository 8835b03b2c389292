"""Expected values without their matchers: concrete arguments that a schema can be held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolspec import matchers
from toolspec.jsontypes import Json
from toolspec.pointers import join


@dataclass(frozen=True, slots=True)
class PlainValue:
    """One concrete value. At the pointers in `open` a matcher stands, so any value may."""

    value: Json
    open: frozenset[str]

    def is_open(self, pointer: str) -> bool:
        """Whether what is at `pointer` depends on a value that is not known."""
        return any(
            pointer.startswith(f"{each}/") or f"{each}/".startswith(f"{pointer}/")
            for each in self.open
        )


def plain_values(expected: Json) -> Iterator[PlainValue]:
    """Concrete values for an expectation: each item of every `$one_of` is in one of them."""
    most = max((len(each) for each in _choices(expected)), default=1)
    for turn in range(most):
        places: list[str] = []
        yield PlainValue(_plain(expected, "", turn, places), frozenset(places))


def _choices(expected: Json) -> Iterator[list[Json]]:
    """The plain lists of all `$one_of` matchers."""
    name = matchers.matcher_name(expected)
    if name == "one_of":
        if _is_plain_list(expected["$one_of"]):
            yield expected["$one_of"]
    elif name is None and isinstance(expected, dict | list):
        for each in expected.values() if isinstance(expected, dict) else expected:
            yield from _choices(each)


def _plain(expected: Json, pointer: str, turn: int, places: list[str]) -> Json:
    name = matchers.matcher_name(expected)
    if name is not None:
        return _solved(name, expected[f"${name}"], pointer, turn, places)
    if isinstance(expected, dict):
        return {
            key: _plain(each, join(pointer, key), turn, places)
            for key, each in expected.items()
            if each != {"$absent": True}
        }
    if isinstance(expected, list):
        return [
            _plain(each, join(pointer, index), turn, places) for index, each in enumerate(expected)
        ]
    return expected


def _solved(name: str, option: Json, pointer: str, turn: int, places: list[str]) -> Json:
    if name == "literal":
        return option
    if name == "one_of" and _is_plain_list(option):
        return option[min(turn, len(option) - 1)]
    places.append(pointer)
    return None


def _is_plain_list(option: Json) -> bool:
    return isinstance(option, list) and bool(option) and not any(has_matcher(x) for x in option)


def has_matcher(value: Json) -> bool:
    """Whether any key begins with `$`; most expected values are plain, and this is quick."""
    if isinstance(value, dict):
        return any(key.startswith("$") or has_matcher(item) for key, item in value.items())
    return isinstance(value, list) and any(has_matcher(item) for item in value)
