"""`required`: names that are missing weaken it; names that were added narrow it.

An added name is no loss where the payload lets null in for it: null then says "absent".
"""

from __future__ import annotations

from typing import Final

from toolspec.verify.implied import required_names
from toolspec.verify.place import Place
from toolspec.verify.said import Said, Start
from toolspec.verify.sameness import missing_from
from toolspec.verify.views import View

_MOST_LISTED: Final = 8


def judge_required(place: Place) -> None:
    """Judge `required` on both sides."""
    there = required_names(place.lifted)
    for said in place.canonical.of("required"):
        _judge(place, said, there)
    own = required_names(place.canonical)
    for said in place.lifted.of("required"):
        place.claimed.add(said)
        listed = said.value if isinstance(said.value, list) else []
        _judge_added(
            place, [each for each in listed if isinstance(each, str) and each not in own], said
        )


def property_starts(view: View, name: str) -> tuple[Start, ...]:
    """The schemas that a view has for a property."""
    found = ((each.role, view.side.below(each, name)) for each in view.of("properties"))
    return tuple((role, node) for role, node in found if node is not None)


def is_absent_as_null(place: Place, name: str) -> bool:
    """Whether the payload lets null in for a property which the contract has without null."""
    own, there = property_starts(place.canonical, name), property_starts(place.lifted, name)
    if not own or not there or not place.pair.restores:
        return False
    return (
        place.lifted.side.view(there).admits_null and not place.canonical.side.view(own).admits_null
    )


def _judge(place: Place, said: Said, there: set[str]) -> None:
    match = place.match(said)
    names = said.value if isinstance(said.value, list) else None
    missing = missing_from(list(there), names or [])
    if match is not None:
        place.judge(said, "kept", by=match)
    elif names is not None and not missing:
        by = next(iter(place.lifted.of("required")), None)
        place.judge(said, "rewritten", "the names are required there too", by=by, reversible=False)
    elif place.is_noted(said):
        place.judge(said, "moved_to_description", "said in the description")
    elif place.lifted.of("required"):
        name = missing[0] if missing else ""
        place.judge(said, "weakened", f"`{name}` is no longer required")
    else:
        place.judge(said, "dropped")


def _judge_added(place: Place, names: list[str], said: Said) -> None:
    absent: list[str] = []
    forced: list[str] = []
    for name in names:
        (absent if is_absent_as_null(place, name) else forced).append(name)
    if absent:
        detail = f"{_listed(absent)} required too, and null says `absent`"
        place.add("required", "rewritten", detail, by=said, reversible=True)
    if forced:
        place.add("required", "narrowed", f"{_listed(forced)} required too", by=said)


def _listed(names: list[str]) -> str:
    if len(names) > _MOST_LISTED:
        return f"`{names[0]}` and {len(names) - 1} more are"
    return ", ".join(f"`{each}`" for each in names) + (" is" if len(names) == 1 else " are")
