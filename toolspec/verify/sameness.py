"""Whether two JSON values are the same: `1` is `1.0`, `true` is not `1`, keys have no order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.jsontypes import Json

# Lists under these keywords are sets.
_SETS: Final = frozenset({"enum", "required", "type"})


def same(first: Json, second: Json) -> bool:
    """Compare two values, however deep they are."""
    waiting = [(first, second)]
    while waiting:
        one, other = waiting.pop()
        if one is other:
            continue
        if isinstance(one, dict):
            if not isinstance(other, dict) or one.keys() != other.keys():
                return False
            waiting.extend((each, other[key]) for key, each in one.items())
        elif isinstance(one, list):
            if not isinstance(other, list) or len(one) != len(other):
                return False
            waiting.extend(zip(one, other, strict=True))
        elif not _same_scalar(one, other):
            return False
    return True


def same_value(keyword: str, first: Json, second: Json) -> bool:
    """Compare the values of one keyword."""
    if keyword in _SETS and isinstance(first, list) and isinstance(second, list):
        return contains_all(second, first) and contains_all(first, second)
    return same(first, second)


def contains_all(values: list[Json], wanted: list[Json]) -> bool:
    """Whether all the wanted values are among others."""
    return all(map(_finder(values), wanted))


def missing_from(values: list[Json], wanted: list[Json]) -> list[Json]:
    """The wanted values that are not among others."""
    is_there = _finder(values)
    return [each for each in wanted if not is_there(each)]


def common(values: list[Json], others: list[Json]) -> list[Json]:
    """The others that are among the values."""
    return list(filter(_finder(values), others))


def _finder(values: list[Json]) -> Callable[[Json], bool]:
    """Tells whether a value is among others; texts, the usual case, are found at once."""
    texts = {each for each in values if isinstance(each, str)}
    rest = [each for each in values if not isinstance(each, str)]

    def is_there(value: Json) -> bool:
        return value in texts if isinstance(value, str) else any(same(each, value) for each in rest)

    return is_there


def _same_scalar(one: Json, other: Json) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    if isinstance(one, str) is not isinstance(other, str):
        return False
    return bool(one == other)
