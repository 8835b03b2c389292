"""The comparison of one schema: pair by pair, from the root down, every pair once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.contract.document import Node
from toolspec.jsontypes import Json
from toolspec.verify.definitions import (
    judge_definitions,
    judge_rest,
    pairs_of_unused,
)
from toolspec.verify.judging import judge
from toolspec.verify.kinds import OBJECTS
from toolspec.verify.notes import notes_after, notes_at_the_end
from toolspec.verify.nulls import judge_null
from toolspec.verify.place import Place
from toolspec.verify.refused import judge_refused
from toolspec.verify.shown import shown
from toolspec.verify.subtrees import is_unchanged
from toolspec.verify.text_enums import decoded
from toolspec.verify.unfolding import by_type, judge_chosen, unfolded
from toolspec.verify.views import View
from toolspec.verify.work import Pair, Work

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
    judge_refused(work)


def _drain(work: Work, notes: Mapping[str, Json], seen: set[tuple[object, ...]]) -> None:
    while work.waiting and len(seen) < _MOST_PAIRS:
        pair = work.waiting.popleft()
        key = pair.key()
        if key in seen:
            continue
        seen.add(key)
        if not is_unchanged(work, pair):
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
    _compare_views(work, pair, canonical, lifted, notes)
    if pair.kinds is not OBJECTS and not pair.canonical_chosen and not pair.lifted_chosen:
        judge_null(work, pair, canonical, lifted)


def _compare_views(
    work: Work, pair: Pair, canonical: View, lifted: View, notes: Mapping[str, Json]
) -> None:
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
    judge(place)


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
