"""`anyOf` and `oneOf`: branch by branch; `anyOf` stands for `oneOf` where no value fits two."""

from __future__ import annotations

from itertools import combinations

from toolspec.verify.implied import required_names
from toolspec.verify.kinds import OBJECTS
from toolspec.verify.matching import is_null, matched
from toolspec.verify.place import Place
from toolspec.verify.report import Verdict
from toolspec.verify.required import property_starts
from toolspec.verify.said import Said
from toolspec.verify.sameness import common
from toolspec.verify.views import View

_MOST_COMPARED = 60


def judge_unions(place: Place) -> None:
    """Judge the unions of both sides, and have their branches compared."""
    left = list(place.lifted.unions)
    for said in place.canonical.unions:
        other = _counterpart(place, said, left)
        if other is not None:
            left.remove(other)
            place.claimed.add(other)
            _judge_both(place, said, other)
        elif place.is_noted(said):
            place.judge_with_all_below(said, "moved_to_description", "said in the description")
        else:
            place.judge_with_all_below(said, "dropped", "")
    for other in left:
        place.claimed.add(other)
        place.add(other.keyword, "narrowed", "the contract has no such union", by=other)


def are_disjoint(views: list[View]) -> bool:
    """Whether it is proven that no value fits two of the branches."""
    if not views or len(views) > _MOST_COMPARED:
        return False
    return all(_are_apart(one, two) for one, two in combinations(views, 2))


def _counterpart(place: Place, said: Said, left: list[Said]) -> Said | None:
    match = place.match(said)
    if match in left:
        return match
    same_keyword = [each for each in left if each.keyword == said.keyword]
    in_role = [each for each in same_keyword if each.role == said.role]
    return next(iter([*in_role, *same_keyword, *left]), None)


def _judge_both(place: Place, said: Said, other: Said) -> None:
    own, there = place.canonical.side.branches(said), place.lifted.side.branches(other)
    pairs, missing, added = matched(place.canonical.side, own, place.lifted.side, there)
    _judge_keyword(place, said, other)
    for node, twin in pairs:
        place.push([((), node)], [((), twin)], null_is_absent=place.pair.null_is_absent)
    for node in missing:
        if is_null(place.canonical.side.view((((), node),))):
            carried = place.lifted.admits_null
            verdict: Verdict = "rewritten" if carried else "narrowed"
            place.record_below(node, verdict, "null is said elsewhere" if carried else "no null")
        else:
            place.judge(said, "narrowed", f"branch {node.path[-1]} is missing", by=other)
            place.record_below(node, "dropped", "the branch is not in the payload")
    for node in added:
        if not is_null(place.lifted.side.view((((), node),))):
            place.judge(said, "weakened", f"the payload has one more: {node.path[-1]}", by=other)


def _judge_keyword(place: Place, said: Said, other: Said) -> None:
    if said.keyword == other.keyword:
        place.judge(said, "kept", by=other)
        return
    detail = f"as `{other.keyword}`"
    if are_disjoint(place.canonical.branch_views(said)):
        place.judge(said, "rewritten", f"{detail}: no value fits two", by=other, reversible=False)
    elif said.keyword == "oneOf":
        place.judge(said, "weakened", f"{detail}: what fits two branches is let in", by=other)
    else:
        place.judge(said, "narrowed", f"{detail}: what fits two branches is not let in", by=other)


def _are_apart(one: View, two: View) -> bool:
    if one.admits_null and two.admits_null:
        return False
    if one.kinds.isdisjoint(two.kinds):
        return True
    if _values_differ(one, two):
        return True
    if not (one.kinds & two.kinds) <= OBJECTS:
        return False
    for name in required_names(one) & required_names(two):
        first, second = property_starts(one, name), property_starts(two, name)
        if first and second and _are_tags(one.side.view(first), two.side.view(second)):
            return True
    return False


def _are_tags(one: View, two: View) -> bool:
    return _values_differ(one, two) and not (one.admits_null and two.admits_null)


def _values_differ(one: View, two: View) -> bool:
    if one.values is None or two.values is None:
        return False
    return not common(two.values, one.values)
