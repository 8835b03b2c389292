"""TS317: an object that takes any further argument, because nothing says it does not."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document, Node, Path
from toolspec.contract.lint.declared_types import declared_types
from toolspec.contract.lint.problem import SchemaProblem, warning

# A schema that only adds to another must stay open, or it would refuse what the other declares.
_ADDS = frozenset({"allOf", "not", "if", "then", "else", "dependentSchemas"})


def check(document: Document) -> Iterator[SchemaProblem]:
    """The root, and each object that lists properties, without a word on further ones."""
    for node in document.nodes:
        if _is_open(node):
            yield warning(
                "TS317",
                *_place(node),
                "the object takes any further property",
                "write `additionalProperties: false`, or `true` when that is meant",
                at="key",
            )


def _is_open(node: Node) -> bool:
    keywords = node.keywords
    if "additionalProperties" in keywords or "unevaluatedProperties" in keywords:
        return False
    is_object = "object" in declared_types(node)
    if node.is_in_place:
        return node.under not in _ADDS and is_object and "properties" in keywords
    return "properties" in keywords or (is_object and not node.path)


def _place(node: Node) -> tuple[Path]:
    return ((*node.path, "properties" if "properties" in node.keywords else "type"),)
