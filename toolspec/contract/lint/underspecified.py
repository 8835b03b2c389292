"""TS318: an array that does not say what its items are, an object without properties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.document import Document, Node
from toolspec.contract.lint.declared_types import declared_types
from toolspec.contract.lint.problem import SchemaProblem, warning

# Any of these says what is inside, or takes the question elsewhere.
_ELSEWHERE: Final = ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "const", "enum")
_INSIDE: Final = {
    "array": ("items", "prefixItems", "unevaluatedItems"),
    "object": (
        *("properties", "additionalProperties", "patternProperties"),
        *("propertyNames", "unevaluatedProperties"),
    ),
}
_HELP: Final = {
    "array": "add `items` with the schema of one item",
    "object": "add `properties`, or `additionalProperties` when any name may stand there",
}


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each such node; some providers refuse all tools because of one."""
    for node in document.nodes:
        types = declared_types(node)
        for kind, inside in _INSIDE.items():
            if kind in types and _is_bare(node, kind, inside):
                message = f"the {kind} does not say what is inside"
                yield warning("TS318", (*node.path, "type"), message, _HELP[kind], at="key")


def _is_bare(node: Node, kind: str, inside: tuple[str, ...]) -> bool:
    if node.is_in_place or (kind == "object" and not node.path):
        return False
    return not any(each in node.keywords for each in (*_ELSEWHERE, *inside))
