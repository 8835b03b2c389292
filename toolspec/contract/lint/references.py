"""TS310, TS311 and TS312: references that leave the document, lead nowhere, or go round."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import DanglingReference, Document, Path, RemoteReference
from toolspec.contract.lint.nearest import did_you_mean, nearest
from toolspec.contract.lint.problem import SchemaProblem, error


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each reference; one that comes back through `properties` or `items` is fine."""
    after = _same_value_graph(document)
    for node in document.nodes:
        for keyword, text in document.references(node):
            path = (*node.path, keyword)
            try:
                target = document.resolve(node, text)
            except RemoteReference:
                message = f"reference `{text}` leads out of this document; nothing is ever fetched"
                yield error("TS310", path, message, "copy the schema under `$defs`")
            except DanglingReference:
                help = did_you_mean(nearest(text, _definitions(document)))
                yield error("TS311", path, f"reference `{text}` leads to no schema", help)
            else:
                if node.path in _reach(after, target.path):
                    message = f"reference `{text}` comes back to itself without going deeper"
                    yield error("TS312", path, message, "a schema cannot be defined as itself")


def _definitions(document: Document) -> list[str]:
    return [
        "#/" + "/".join(map(str, node.path))
        for node in document.nodes
        if node.under in ("$defs", "definitions")
    ]


def _same_value_graph(document: Document) -> dict[Path, list[Path]]:
    """From each schema to those that look at the same value because of it."""
    return {node.path: [each.path for each in document.same_value(node)] for node in document.nodes}


def _reach(after: dict[Path, list[Path]], start: Path) -> set[Path]:
    found = {start}
    waiting = [start]
    while waiting:
        fresh = [each for each in after[waiting.pop()] if each not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found
