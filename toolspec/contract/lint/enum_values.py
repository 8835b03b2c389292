"""TS304 and TS305: values of `enum` or `const` that the `type` beside them rules out."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.describe import described, type_phrase
from toolspec.contract.document import Document, Node
from toolspec.contract.lint.declared_types import declared_types, fits_type
from toolspec.contract.lint.problem import SchemaProblem, error, warning


def check(document: Document) -> Iterator[SchemaProblem]:
    """An error when no value can ever fit, else a warning for each that cannot."""
    for node in document.nodes:
        types = declared_types(node)
        if "enum" in node.keywords:
            yield from _check_enum(node, types)
        if "const" in node.keywords and types and not fits_type(node.keywords["const"], types):
            yield error(
                "TS304",
                (*node.path, "const"),
                f"{described(node.keywords['const'])} is never {type_phrase(types)}",
                "change `type` or `const`; no value can fit both",
            )


def _check_enum(node: Node, types: tuple[str, ...]) -> Iterator[SchemaProblem]:
    values = node.keywords["enum"]
    path = (*node.path, "enum")
    if not isinstance(values, list):
        return
    if not values:
        yield error("TS304", path, "`enum` is empty, so no value can fit", "list the values")
        return
    misfits = [index for index, each in enumerate(values) if types and not fits_type(each, types)]
    if len(misfits) == len(values):
        message = f"no value of `enum` is {type_phrase(types)}"
        yield error("TS304", path, message, "change `type`, or write the values as that type")
        return
    for index in misfits:
        message = f"{described(values[index])} is never {type_phrase(types)}"
        yield warning("TS305", (*path, index), message, "write it as that type, or remove it")
