"""Whether the items of an array all differ, in time that grows with their number only."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from jsonschema import ValidationError

from toolspec.jsontypes import Json


def unique_items(_: Any, wanted: bool, value: Json, __: Json) -> Iterator[ValidationError]:
    """The keyword `uniqueItems`; the package's own compares every object with every other."""
    if wanted and isinstance(value, list) and len(set(map(_key, value))) < len(value):
        yield ValidationError("")


def _key(value: Json) -> Hashable:
    """Equal for equal JSON values: 1 and 1.0 are, 1 and `true` are not."""
    if isinstance(value, dict):
        return frozenset((name, _key(each)) for name, each in value.items())
    if isinstance(value, list):
        return tuple(map(_key, value))
    return (type(value), value) if isinstance(value, bool) else value
