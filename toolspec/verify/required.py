"""`required`: names that are missing weaken it; names that were added narrow it.

An added name is no loss where the payload lets null in for it: null then says "absent".
"""

from __future__ import annotations

from toolspec.verify.implied import required_names
from toolspec.verify.place import Place
from toolspec.verify.sameness import contains_all
from toolspec.verify.views import Said, Start, View


def judge_required(place: Place) -> None:
    """Judge `required` on both sides."""
    there = required_names(place.lifted)
    for said in place.canonical.of("required"):
        _judge(place, said, there)
    own = required_names(place.canonical)
    for said in place.lifted.of("required"):
        place.claimed.add(said)
        for name in said.value if isinstance(said.value, list) else ():
            if isinstance(name, str) and name not in own:
                _judge_added(place, name, said)


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
    missing = [each for each in names or () if not contains_all(list(there), [each])]
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


def _judge_added(place: Place, name: str, said: Said) -> None:
    known = place.canonical.of("required")
    if is_absent_as_null(place, name):
        detail = f"`{name}` is required, and null says that it is absent"
        if known:
            place.judge(known[0], "rewritten", detail, by=said, reversible=True)
        else:
            pointer = f"{place.work.ledger.pointer(place.canonical.start)}/required"
            place.work.ledger.record(
                pointer, "required", "rewritten", detail, reversible=True, fact=place.fact(said)
            )
    else:
        place.add("required", "narrowed", f"`{name}` may no longer be left out", by=said)
