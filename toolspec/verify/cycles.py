"""References that lead back to a schema which holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from toolspec.contract.document import Document, Node, Path

Reference: TypeAlias = tuple[Node, str]


def references_in_cycles(document: Document) -> list[Reference]:
    """References as schema and keyword, at least one for every cycle."""
    nodes = document.nodes
    if not any("$ref" in each.keywords or "$dynamicRef" in each.keywords for each in nodes):
        return []
    search = _Search(document)
    for node in nodes:
        search.start(node)
    return search.closing


@dataclass(slots=True)
class _Step:
    """A schema on the way from the start; `by` is the reference that led to it, if one did."""

    node: Node
    by: Reference | None
    following: Iterator[tuple[Node, Reference | None]]


@dataclass(slots=True)
class _Search:
    """Walks depth first; a schema that is met while it is still on the way has led to itself."""

    document: Document
    closing: list[Reference] = field(default_factory=list)
    _below: dict[Path, list[Node]] = field(default_factory=dict)
    _on_the_way: set[Path] = field(default_factory=set)
    _seen: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        for node in self.document.nodes:
            if node.parent is not None:
                self._below.setdefault(node.parent.path, []).append(node)

    def start(self, start: Node) -> None:
        if start.path in self._seen:
            return
        way = [self._enter(start, None)]
        while way:
            step = next(way[-1].following, None)
            if step is None:
                self._on_the_way.discard(way.pop().node.path)
                continue
            target, by = step
            if target.path in self._on_the_way:
                self._close(way, target, by)
            elif target.path not in self._seen:
                way.append(self._enter(target, by))

    def _enter(self, node: Node, by: Reference | None) -> _Step:
        self._on_the_way.add(node.path)
        self._seen.add(node.path)
        return _Step(node, by, self._following(node))

    def _following(self, node: Node) -> Iterator[tuple[Node, Reference | None]]:
        for keyword, text in self.document.references(node):
            try:
                yield self.document.resolve(node, text), (node, keyword)
            except LookupError:
                continue
        yield from ((each, None) for each in self._below.get(node.path, ()))

    def _close(self, way: list[_Step], target: Node, by: Reference | None) -> None:
        steps = reversed(way)
        while by is None:
            step = next(steps)
            if step.node.path == target.path:
                return
            by = step.by
        self.closing.append(by)
