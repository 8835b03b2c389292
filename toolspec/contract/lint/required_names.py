"""TS302: `required` names a property that is declared nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document, Node
from toolspec.contract.lint.nearest import did_you_mean, nearest
from toolspec.contract.lint.problem import SchemaProblem, error
from toolspec.contract.patterns import PatternTimeout, UnsupportedPattern, compile_pattern


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each such name; schemas that look at the same object declare its properties together."""
    for node in document.nodes:
        names = node.keywords.get("required")
        if not isinstance(names, list) or _is_mixin(node):
            continue
        together = _same_object(document, node)
        declared = {name for each in together for name in _map(each, "properties")}
        patterns = [pattern for each in together for pattern in _map(each, "patternProperties")]
        for index, name in enumerate(names):
            if isinstance(name, str) and name not in declared and not _matches(patterns, name):
                yield error(
                    "TS302",
                    (*node.path, "required", index),
                    f"`required` names `{name}`, which `properties` does not declare",
                    did_you_mean(nearest(name, declared)) or f"declare `{name}` in `properties`",
                )


def _is_mixin(node: Node) -> bool:
    """Whether it only adds to other schemas that refer to it, which declare the properties."""
    return node.under in ("$defs", "definitions", "$ref") and "properties" not in node.keywords


def _map(node: Node, keyword: str) -> list[str]:
    value = node.keywords.get(keyword)
    return [name for name in value if isinstance(name, str)] if isinstance(value, dict) else []


def _matches(patterns: list[str], name: str) -> bool:
    for pattern in patterns:
        try:
            if compile_pattern(pattern).search(name):
                return True
        except (UnsupportedPattern, PatternTimeout):
            continue
    return False


def _same_object(document: Document, node: Node) -> list[Node]:
    """The node, those above it that look at the same object, and all that these bring in."""
    top = node
    while top.is_in_place and top.parent is not None:
        top = top.parent
    found = [top]
    for each in found:
        found.extend(other for other in document.same_value(each) if other not in found)
    return found
