"""`items` and `prefixItems`: what an array holds, for all places alike or place by place."""

from __future__ import annotations

from toolspec.contract.document import Node
from toolspec.verify.bounds import is_sized
from toolspec.verify.matching import matched
from toolspec.verify.place import Place, numbered
from toolspec.verify.properties import is_trivial
from toolspec.verify.said import UNIONS, Said
from toolspec.verify.sameness import same
from toolspec.verify.unevaluated import is_looked_at
from toolspec.verify.views import View


def judge_items(place: Place) -> None:
    """Judge both keywords on both sides, and have what they hold compared."""
    own, there = _tuples(place.canonical), _tuples(place.lifted)
    if own and not there and place.lifted.of("items"):
        _judge_without_places(place, own)
        return
    for said in own:
        _judge_places(place, said)
    if there and not own:
        place.claimed.update(there)
        place.add("prefixItems", "narrowed", "places are told apart", by=there[0])
    _judge_rest(place, there if not own else [])


def _tuples(view: View) -> list[Said]:
    found = view.of("prefixItems")
    return [each for each in found if isinstance(each.value, list) and each.value]


def _judge_rest(place: Place, added: list[Said]) -> None:
    """Compare `items`; `added` are places that only the payload tells apart."""
    own = [each for each in place.canonical.of("items") if place.work.canonical.below(each)]
    there = [each for each in place.lifted.of("items") if place.work.lifted.below(each)]
    if not own:
        place.claimed.update(there)
        for said in there:
            _judge_added(place, said)
        return
    for said in own:
        _judge_one(place, said, there)
    place.claimed.update(there)
    if not there:
        return
    roles = numbered(own, there)
    starts = [((roles[0][each],), _child(place.canonical, each)) for each in own]
    place.push(starts, [((roles[1][each],), _child(place.lifted, each)) for each in there])
    for said in added:
        for node in place.lifted.side.branches(said):
            place.push(starts, [((), node)])


def _judge_added(place: Place, said: Said) -> None:
    if not is_trivial(said.value):
        place.add("items", "narrowed", "added; the contract has none", by=said)
    elif is_looked_at(place, "Items"):
        place.add("items", "weakened", "added; `unevaluatedItems` says nothing of them", by=said)
    else:
        place.add("items", "rewritten", "added; anything", by=said)


def _judge_one(place: Place, said: Said, there: list[Said]) -> None:
    by = place.partner(said)
    child = _child(place.canonical, said)
    if by is not None and by in there:
        place.judge(said, "kept", by=by)
    elif there:
        place.judge(said, "rewritten", "together with others", by=there[0], reversible=False)
    elif is_trivial(said.value):
        if is_looked_at(place, "Items"):
            place.judge(said, "narrowed", "left to `unevaluatedItems`")
        else:
            place.judge(said, "rewritten", "it lets everything in", reversible=False)
        place.record_below(child, "dropped", "not in the payload")
    elif child.schema is False and is_sized(place.lifted, "maxItems", _places(said)):
        place.judge(said, "rewritten", "as `maxItems`", reversible=False)
    elif place.is_noted(said):
        place.judge_with_all_below(said, "moved_to_description", "said in the description")
    else:
        place.judge_with_all_below(said, "dropped", "")


def _judge_places(place: Place, said: Said) -> None:
    by = place.partner(said)
    if by is None:
        if place.is_noted(said):
            place.judge_with_all_below(said, "moved_to_description", "said in the description")
        else:
            place.judge_with_all_below(said, "dropped", "")
        return
    length = len(by.value) if isinstance(by.value, list) else 0
    for index in range(len(said.value)):
        node = place.work.canonical.below(said, index)
        other = place.work.lifted.below(by, index)
        if node is not None and other is not None:
            place.push([((), node)], [((), other)])
        elif node is not None:
            place.record_below(node, "dropped", f"the payload has no place {index}")
    is_longer = length > len(said.value)
    if length == len(said.value):
        place.judge(said, "kept", by=by)
    else:
        place.judge(said, "narrowed" if is_longer else "weakened", f"{length} places", by=by)


def _judge_without_places(place: Place, own: list[Said]) -> None:
    """The payload has one schema for all places: a union of those of the contract."""
    there = place.lifted.of("items")
    place.claimed.update(there)
    held = _child_or_none(place.lifted, there[0])
    others = _alternatives(place, there[0], held)
    nodes: list[Node] = []
    for said in own:
        if place.is_noted(said):
            place.judge_with_all_below(said, "moved_to_description", "said in the description")
        else:
            place.judge(said, "weakened", "which place takes what is not said")
            nodes += place.canonical.side.branches(said)
    for said in place.canonical.of("items"):
        rest = place.work.canonical.below(said)
        if rest is None or rest.schema is not False:
            place.judge(said, "weakened", "which place takes what is not said")
            nodes += [rest] if rest is not None else []
        elif is_sized(place.lifted, "maxItems", _places(said)):
            place.judge(said, "rewritten", "as `maxItems`", reversible=False)
        else:
            place.judge(said, "dropped", "more items are let in")
    _compare_alternatives(place, nodes, others)


def _alternatives(place: Place, said: Said, held: Node | None) -> list[Node]:
    if held is None:
        return []
    for keyword in UNIONS:
        if keyword in held.keywords:
            union = Said(keyword, held.keywords[keyword], held, ())
            return place.lifted.side.branches(union) or [held]
    return [held]


def _compare_alternatives(place: Place, nodes: list[Node], others: list[Node]) -> None:
    pairs, unmatched, _ = matched(place.canonical.side, nodes, place.lifted.side, others)
    for node, other in pairs:
        place.push([((), node)], [((), other)])
    for node in unmatched:
        if len(others) == 1:
            place.push([((), node)], [((), others[0])])
            continue
        twin = next((mate for one, mate in pairs if same(one.schema, node.schema)), None)
        if twin is not None:
            place.push([((), node)], [((), twin)])
        else:
            place.record_below(node, "dropped", "not in the payload")


def _child(view: View, said: Said) -> Node:
    return view.side.nodes[(*said.node.path, said.keyword)]


def _child_or_none(view: View, said: Said) -> Node | None:
    return view.side.below(said)


def _places(said: Said) -> int:
    places = said.node.keywords.get("prefixItems")
    return len(places) if isinstance(places, list) else 0
