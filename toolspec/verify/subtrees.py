"""Parts of a schema that are sent as they are need no comparison, however the rest changed."""

from __future__ import annotations

from toolspec.contract.document import Node
from toolspec.pointers import join
from toolspec.verify.sameness import same
from toolspec.verify.work import Pair, Work


def is_unchanged(work: Work, pair: Pair) -> bool:
    """Whether both sides say the same; if they do, all of it is noted as kept.

    Schemas with references are left alone: the same text may lead to something else.
    """
    if len(pair.canonical) > 1 or len(pair.lifted) > 1 or pair.canonical_chosen:
        return False
    node, other = pair.canonical[0][1], pair.lifted[0][1]
    if pair.lifted_chosen or not same(node.schema, other.schema):
        return False
    nodes = list(work.subtree(node))
    if not all(_is_plain(work, node, each, other) for each in nodes):
        return False
    for each in nodes:
        path = _twin_path(node, each, other)
        work.canonical_of.setdefault(path, each)
        pointer = work.ledger.pointer(each)
        for keyword in each.keywords:
            fact = work.served.facts.get((path, keyword))
            work.ledger.record(join(pointer, keyword), keyword, "kept", fact=fact)
    return True


def _is_plain(work: Work, node: Node, each: Node, other: Node) -> bool:
    """Whether a schema has no references, and the server drops nothing of it."""
    keywords = each.keywords
    if "$ref" in keywords or "$dynamicRef" in keywords:
        return False
    if not work.served.hidden:
        return True
    path = _twin_path(node, each, other)
    return not any((path, keyword) in work.served.hidden for keyword in keywords)


def _twin_path(node: Node, each: Node, other: Node) -> tuple[str | int, ...]:
    return (*other.path, *each.path[len(node.path) :])
