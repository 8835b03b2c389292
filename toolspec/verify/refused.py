"""What the provider answers 400 for, noted at the nearest place of the contract."""

from __future__ import annotations

from toolspec.contract.document import Node
from toolspec.pointers import join
from toolspec.verify.work import Work


def judge_refused(work: Work) -> None:
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
