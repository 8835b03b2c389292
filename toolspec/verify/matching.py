"""Which branch of the payload stands for which branch of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from toolspec.contract.document import Node
from toolspec.verify.sameness import same
from toolspec.verify.views import Side, View

_Likeness: TypeAlias = Callable[[int, int], bool]


def matched(
    canonical: Side, own: list[Node], lifted: Side, there: list[Node]
) -> tuple[list[tuple[Node, Node]], list[Node], list[Node]]:
    """Pairs of branches, and those on either side for which there is no other.

    Equal ones first, then those of the same form, then those of one type, then the rest in order.
    """
    mine = [canonical.view((((), each),), depth=1) for each in own]
    theirs = [lifted.view((((), each),), depth=1) for each in there]
    likenesses: tuple[_Likeness, ...] = (
        lambda one, two: one == two and same(own[one].schema, there[two].schema),
        lambda one, two: same(own[one].schema, there[two].schema),
        lambda one, two: _form(mine[one]) == _form(theirs[two]),
        lambda one, two: _types(mine[one]) == _types(theirs[two]),
        lambda one, two: is_null(mine[one]) == is_null(theirs[two]),
    )
    found: dict[int, int] = {}
    for likeness in likenesses:
        _pair_up(len(own), len(there), found, likeness)
    taken = set(found.values())
    pairs = [(own[one], there[two]) for one, two in sorted(found.items())]
    return (
        pairs,
        [each for place, each in enumerate(own) if place not in found],
        [each for place, each in enumerate(there) if place not in taken],
    )


def is_null(view: View) -> bool:
    """Whether only null fits."""
    return view.admits_null and not view.kinds


def _pair_up(own: int, there: int, found: dict[int, int], likeness: _Likeness) -> None:
    taken = set(found.values())
    for one in range(own):
        if one in found:
            continue
        for two in range(there):
            if two not in taken and likeness(one, two):
                found[one] = two
                taken.add(two)
                break


def _types(view: View) -> tuple[object, bool]:
    return view.kinds, view.admits_null


def _form(view: View) -> tuple[object, ...]:
    """What tells branches apart: types, names of properties, and values of tags."""
    names: set[str] = set()
    tags: set[str] = set()
    for said in view.of("properties"):
        if isinstance(said.value, dict):
            names.update(said.value)
            tags.update(map(_tag, said.value.items()))
    return view.kinds, view.admits_null, frozenset(names), frozenset(tags), repr(view.values)


def _tag(entry: tuple[str, object]) -> str:
    name, schema = entry
    if not isinstance(schema, dict):
        return ""
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return f"{name}={values!r}" if isinstance(values, list) and len(values) == 1 else ""
