"""Whether two JSON values are the same: `1` is `1.0`, `true` is not `1`, keys have no order."""

from __future__ import annotations

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


def contains(values: list[Json], value: Json) -> bool:
    """Whether a value is among others."""
    return any(same(each, value) for each in values)


def contains_all(values: list[Json], wanted: list[Json]) -> bool:
    """Whether all the wanted values are among others."""
    texts = {each for each in values if isinstance(each, str)}
    return all(
        each in texts if isinstance(each, str) else contains(values, each) for each in wanted
    )


def _same_scalar(one: Json, other: Json) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    if isinstance(one, str) is not isinstance(other, str):
        return False
    return bool(one == other)
