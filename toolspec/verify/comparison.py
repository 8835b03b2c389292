"""The comparison of one schema: pair by pair, from the root down, every pair once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.contract.document import Node
from toolspec.jsontypes import Json
from toolspec.pointers import join
from toolspec.verify.definitions import (
    DEFINITIONS,
    judge_definitions,
    judge_rest,
    pairs_of_unused,
)
from toolspec.verify.holders import MANY, ONE, judge_added_holder, judge_holder
from toolspec.verify.in_place import REFERENCES, brings_in, judge_in_place
from toolspec.verify.items import judge_items
from toolspec.verify.kinds import OBJECTS
from toolspec.verify.notes import notes_after, notes_at_the_end
from toolspec.verify.nulls import judge_null
from toolspec.verify.place import Pair, Place, Work, shown
from toolspec.verify.properties import judge_openness, judge_properties
from toolspec.verify.required import judge_required
from toolspec.verify.text_enums import decoded
from toolspec.verify.unfolding import by_type, judge_chosen, unfolded
from toolspec.verify.unions import judge_unions
from toolspec.verify.values import judge_added, judge_description, judge_value
from toolspec.verify.views import UNIONS, Said, View

_MOST_PAIRS: Final = 20_000


def compare(work: Work, notes: Mapping[str, Json]) -> None:
    """Judge everything; `notes` are those in the description of the tool."""
    root, other = work.canonical.nodes.get(()), work.lifted.nodes.get(())
    if root is None:
        return
    if other is None:
        work.record_below(root, "dropped", "the payload has no schema")
    else:
        # Arguments are always an object.
        work.waiting.append(Pair(canonical=(((), root),), lifted=(((), other),), kinds=OBJECTS))
    seen: set[tuple[object, ...]] = set()
    _drain(work, notes, seen)
    if not work.waiting:
        work.waiting.extend(pairs_of_unused(work))
        _drain(work, notes, seen)
    judge_rest(work)
    judge_definitions(work)
    _judge_refused(work)


def _drain(work: Work, notes: Mapping[str, Json], seen: set[tuple[object, ...]]) -> None:
    while work.waiting and len(seen) < _MOST_PAIRS:
        pair = work.waiting.popleft()
        key = pair.key()
        if key not in seen:
            seen.add(key)
            is_root = not pair.lifted[0][1].path and not pair.canonical[0][1].path
            _compare(work, pair, notes if is_root else {})


def _compare(work: Work, pair: Pair, notes: Mapping[str, Json]) -> None:
    canonical = work.canonical.view(pair.canonical, pair.kinds, pair.canonical_chosen)
    lifted = work.lifted.view(pair.lifted, pair.kinds, pair.lifted_chosen)
    _map_nodes(work, canonical, lifted)
    _judge_form(work, canonical.start, lifted.start)
    if canonical.is_never != lifted.is_never:
        _judge_never(work, canonical, lifted)
        return
    if pair.kinds is not OBJECTS and not pair.canonical_chosen and not pair.lifted_chosen:
        judge_null(work, pair, canonical, lifted)
    before = canonical
    opened = unfolded(pair, canonical, lifted)
    if opened is not pair:
        pair = opened
        canonical = work.canonical.view(pair.canonical, pair.kinds, pair.canonical_chosen)
        lifted = work.lifted.view(pair.lifted, pair.kinds, pair.lifted_chosen)
        _map_nodes(work, canonical, lifted)
    parts = by_type(work, pair, canonical, lifted)
    if parts:
        work.waiting.extend(parts)
        return
    read = decoded(canonical, lifted) if pair.restores else None
    place = Place(
        work=work,
        pair=pair,
        canonical=canonical,
        lifted=read or lifted,
        notes={**_notes(canonical, lifted), **notes},
        is_decoded=read is not None,
    )
    judge_chosen(place, before)
    _judge(place)


def _judge(place: Place) -> None:
    """Every keyword of both sides; what only brings others in comes last, from the inside out."""
    bringing = [each for each in place.canonical.said if brings_in(place, each)]
    for said in place.canonical.said:
        if said not in bringing:
            _judge_one(place, said)
    judge_required(place)
    judge_properties(place)
    judge_openness(place)
    judge_items(place)
    judge_unions(place)
    for said in sorted(bringing, key=lambda each: -len(each.role)):
        judge_in_place(place, said)
    for said in place.lifted.said:
        if said not in place.claimed:
            _judge_added(place, said)


def _judge_one(place: Place, said: Said) -> None:
    """Judge a canonical keyword by itself, where its rule does not take several together."""
    if said.keyword == "description":
        judge_description(place, said)
    elif said.keyword in ONE or said.keyword in MANY:
        judge_holder(place, said)
    elif _is_plain(place, said):
        judge_value(place, said)


def _is_plain(place: Place, said: Said) -> bool:
    """Whether no other rule speaks of a keyword, or its value is not what the rule is for."""
    value, below = said.value, place.work.canonical
    if said.keyword in DEFINITIONS:
        return False
    if said.keyword == "properties":
        return not isinstance(value, dict)
    if said.keyword in UNIONS:
        return said not in place.canonical.unions
    if said.keyword == "prefixItems":
        return not isinstance(value, list) or not value
    if said.keyword == "items":
        return below.below(said) is None
    return said.keyword not in ("required", "additionalProperties")


def _judge_added(place: Place, said: Said) -> None:
    if said.keyword in DEFINITIONS or said.keyword in REFERENCES or said.keyword == "allOf":
        return
    if said.keyword in ONE or said.keyword in MANY:
        judge_added_holder(place, said)
    elif said.keyword not in UNIONS:
        judge_added(place, said)


def _judge_form(work: Work, node: Node, other: Node) -> None:
    """`true` and `false` may be said by objects, and the other way round."""
    if isinstance(node.schema, bool) is not isinstance(other.schema, bool):
        pointer = work.ledger.pointer(node)
        detail = f"as {shown(other.schema)}"
        work.ledger.record(pointer, node.under or "type", "rewritten", detail, reversible=False)


def _judge_never(work: Work, canonical: View, lifted: View) -> None:
    """One side lets nothing in, the other does."""
    pointer = work.ledger.pointer(canonical.start)
    keyword = canonical.start.under or "type"
    if canonical.is_never:
        detail = "the contract lets nothing in here"
        work.ledger.record(pointer, keyword, "weakened", detail)
        for _, node in canonical.starts:
            work.record_below(node, "weakened", detail)
    else:
        detail = "the payload lets nothing in here"
        work.ledger.record(pointer, keyword, "narrowed", detail)
        for _, node in canonical.starts:
            work.record_below(node, "narrowed", detail)


def _notes(canonical: View, lifted: View) -> dict[str, Json]:
    """What the lifted descriptions say at their ends, and the canonical ones do not."""
    own = [each.value for each in canonical.of("description") if isinstance(each.value, str)]
    found: dict[str, Json] = {}
    for said in lifted.of("description"):
        if isinstance(said.value, str) and said.value not in own:
            found |= notes_in(said.value, own)
    return found


def notes_in(text: str, own: list[str]) -> Mapping[str, Json]:
    """The notes of one description, given what the contract says there."""
    for each in sorted(own or [""], key=len, reverse=True):
        notes = notes_after(text, each)
        if notes is not None:
            return notes
    return notes_at_the_end(text, own[0] if own else "")


def _map_nodes(work: Work, canonical: View, lifted: View) -> None:
    by_role = dict(reversed(canonical.nodes))
    for role, node in lifted.nodes:
        work.canonical_of.setdefault(node.path, by_role.get(role, canonical.start))


def _judge_refused(work: Work) -> None:
    """Note what the provider answers 400 for, at the nearest place of the contract."""
    for node, keyword, fact, detail in work.served.refused:
        place = _nearest(work, node)
        pointer = work.ledger.pointer(place)
        if keyword in node.keywords:
            pointer = join(pointer, keyword)
        work.ledger.record(pointer, keyword, "illegal", detail, fact=fact)


def _nearest(work: Work, node: Node) -> Node:
    each: Node | None = node
    while each is not None:
        if each.path in work.canonical_of:
            return work.canonical_of[each.path]
        each = each.parent
    return work.canonical.nodes[()]
