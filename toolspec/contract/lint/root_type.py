"""TS319: the parameters of a tool are no object."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document, is_schema
from toolspec.contract.lint.problem import SchemaProblem, error


def check(document: Document) -> Iterator[SchemaProblem]:
    """The root, when it does not say `type: object`."""
    if not is_schema(document.root):
        return
    root = document.nodes[0].keywords
    if root.get("type") != "object":
        yield error(
            "TS319",
            ("type",) if "type" in root else (),
            "the parameters of a tool are always an object",
            "write `type: object` at the top",
        )
