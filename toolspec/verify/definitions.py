"""`$defs` and `definitions`: they say nothing themselves, but what they hold must be carried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.document import Node, Path
from toolspec.pointers import join
from toolspec.verify.work import Pair, Work

DEFINITIONS: Final = ("$defs", "definitions")


def pairs_of_unused(work: Work) -> Iterator[Pair]:
    """Definitions to which nothing refers, with those in the same place of the payload."""
    nodes = work.canonical.document.nodes
    if not any(each.under in DEFINITIONS for each in nodes):
        return
    used = _used(work)
    for node in nodes:
        other = work.lifted.nodes.get(node.path)
        if node.path in used or node.under not in DEFINITIONS or other is None:
            continue
        if other.parent is None or (other.parent.path, other.under) in work.served.hidden:
            continue
        yield Pair(canonical=(((), node),), lifted=(((), other),))


def judge_definitions(work: Work) -> None:
    """Judge the keywords themselves, when all that refers to them is judged."""
    for node in work.canonical.document.nodes:
        for keyword in DEFINITIONS:
            if keyword in node.keywords:
                _judge(work, node, keyword)


def judge_rest(work: Work) -> None:
    """Give a verdict to all that has none: it was never reached from the root."""
    left = [
        (node, keyword)
        for node in work.canonical.document.nodes
        for keyword in node.keywords
        if keyword not in DEFINITIONS and work.ledger.verdict(node, keyword) is None
    ]
    used = _used(work) if left else set()
    for node, keyword in left:
        pointer = join(work.ledger.pointer(node), keyword)
        if work.waiting:
            detail = "not proven: the schema is too entangled"
            work.ledger.record(pointer, keyword, "weakened", detail)
        elif node.path in used:
            work.ledger.record(pointer, keyword, "dropped", "only what is dropped leads here")
        else:
            detail = "nothing refers to it"
            work.ledger.record(pointer, keyword, "rewritten", detail, reversible=False)


def _judge(work: Work, node: Node, keyword: str) -> None:
    pointer = join(work.ledger.pointer(node), keyword)
    other = work.lifted.nodes.get(node.path)
    visible = [] if other is None else [each for each in DEFINITIONS if _is_map(work, other, each)]
    held = [each for each in work.subtree(node) if _is_in(each, node, keyword)]
    found = {work.ledger.verdict(each, name) for each in held for name in each.keywords}
    if found and not found & {"kept", "rewritten", "narrowed", "illegal"}:
        work.ledger.record(pointer, keyword, "dropped", "nothing of it is in the payload")
    elif keyword in visible and _names(node, keyword) <= _names(other, keyword):
        fact = work.served.facts.get((node.path, keyword))
        work.ledger.record(pointer, keyword, "kept", fact=fact)
    elif visible and keyword not in visible:
        work.ledger.record(pointer, keyword, "rewritten", f"as `{visible[0]}`", reversible=False)
    else:
        detail = "put in the place of references"
        work.ledger.record(pointer, keyword, "rewritten", detail, reversible=False)


def _is_map(work: Work, node: Node, keyword: str) -> bool:
    is_seen = (node.path, keyword) not in work.served.hidden
    return is_seen and isinstance(node.keywords.get(keyword), dict)


def _names(node: Node | None, keyword: str) -> set[str]:
    held = None if node is None else node.keywords.get(keyword)
    return set(held) if isinstance(held, dict) else set()


def _is_in(node: Node, holder: Node, keyword: str) -> bool:
    path = (*holder.path, keyword)
    return node.path[: len(path)] == path


def _used(work: Work) -> set[Path]:
    """The canonical schemas to which a way leads from the root, other than by `$defs`."""
    side, used = work.canonical, set[Path]()
    waiting = [side.nodes[()]] if () in side.nodes else []
    while waiting:
        node = waiting.pop()
        if node.path in used:
            continue
        used.add(node.path)
        waiting.extend(each for each in work.children(node) if each.under not in DEFINITIONS)
        for _, text in side.document.references(node):
            try:
                waiting.append(side.document.resolve(node, text))
            except LookupError:
                continue
    return used
