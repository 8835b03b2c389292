"""Two spellings made comparable: a union on one side, and a list of types or null on the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolspec.contract.document import Node, Path
from toolspec.verify.kinds import type_names
from toolspec.verify.matching import is_null
from toolspec.verify.place import Place
from toolspec.verify.said import Said, is_in_place
from toolspec.verify.views import View
from toolspec.verify.work import Pair, Work


def unfolded(pair: Pair, canonical: View, lifted: View) -> Pair:
    """The pair with `anyOf: [X, null]` taken as X, where only one side has a union."""
    if bool(canonical.unions) == bool(lifted.unions):
        return pair
    view = canonical if canonical.unions else lifted
    choice = _only_branch(view)
    if choice is None:
        return pair
    chosen = (*view.chosen, choice)
    if view is canonical:
        return replace(pair, canonical_chosen=chosen)
    return replace(pair, lifted_chosen=chosen)


def judge_chosen(place: Place, before: View) -> None:
    """Judge the null branches of a canonical union of which one branch was taken."""
    for union in before.unions:
        if is_in_place(union, place.canonical.chosen) is None:
            continue
        for node in before.side.branches(union):
            if is_null(before.side.view((((), node),))):
                carried = place.lifted.admits_null
                detail = "null is said elsewhere" if carried else "null is not let in"
                place.record_below(node, "rewritten" if carried else "narrowed", detail)


def by_type(work: Work, pair: Pair, canonical: View, lifted: View) -> list[Pair]:
    """The pair taken apart by type, where one side has a union of types and the other a list."""
    if bool(canonical.unions) == bool(lifted.unions):
        return []
    is_canonical = bool(canonical.unions)
    view, other = (canonical, lifted) if is_canonical else (lifted, canonical)
    if len(view.unions) != 1 or not other.of("type"):
        return []
    union = view.unions[0]
    branches = view.side.branches(union)
    views = [view.side.view((((), each),), pair.kinds) for each in branches]
    if not _are_types(views):
        return []
    _judge_types(work, canonical, lifted, union if is_canonical else None)
    return list(_parts(work, pair, union, views, other, is_canonical=is_canonical))


def _parts(
    work: Work, pair: Pair, union: Said, views: list[View], other: View, *, is_canonical: bool
) -> Iterator[Pair]:
    key = (union.node.path, union.keyword)
    for place, view in enumerate(views):
        if is_null(view):
            if is_canonical:
                carried = other.admits_null
                detail = "null is said elsewhere" if carried else "null is not let in"
                work.record_below(view.start, "rewritten" if carried else "narrowed", detail)
        elif view.kinds.isdisjoint(other.kinds):
            if is_canonical:
                work.record_below(view.start, "dropped", "the branch is not in the payload")
        elif is_canonical:
            chosen = (*pair.canonical_chosen, (key, place))
            yield replace(pair, kinds=view.kinds, canonical_chosen=chosen)
        else:
            chosen = (*pair.lifted_chosen, (key, place))
            yield replace(pair, kinds=view.kinds, lifted_chosen=chosen)


def _judge_types(work: Work, canonical: View, lifted: View, union: Said | None) -> None:
    said = union or canonical.of("type")[0]
    pointer = f"{work.ledger.pointer(said.node)}/{said.keyword}"
    added, missing = lifted.kinds - canonical.kinds, canonical.kinds - lifted.kinds
    if added:
        detail = f"the payload lets in {type_names(added)}"
        work.ledger.record(pointer, said.keyword, "weakened", detail)
    elif missing:
        detail = f"the payload shuts out {type_names(missing)}"
        work.ledger.record(pointer, said.keyword, "narrowed", detail)
    elif union is not None:
        work.ledger.record(
            pointer, said.keyword, "rewritten", "as a list of types", reversible=False
        )


def _are_types(views: list[View]) -> bool:
    """Whether the branches are of types that have nothing in common, null apart."""
    rest = [each for each in views if not is_null(each)]
    if any(not each.kinds for each in rest) or len(rest) < 2:
        return False
    together = frozenset[str]().union(*(each.kinds for each in rest))
    return len(together) == sum(len(each.kinds) for each in rest)


def _only_branch(view: View) -> tuple[tuple[Path, str], int] | None:
    """The union's key and the place of its only branch that is not null."""
    if len(view.unions) != 1:
        return None
    union = view.unions[0]
    branches: list[Node] = view.side.branches(union)
    rest = [
        place
        for place, each in enumerate(branches)
        if not is_null(view.side.view((((), each),), depth=1))
    ]
    return ((union.node.path, union.keyword), rest[0]) if len(rest) == 1 else None
