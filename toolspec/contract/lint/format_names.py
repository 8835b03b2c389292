"""TS309: a `format` that is not checked."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document
from toolspec.contract.formats import ASSERTED_FORMATS
from toolspec.contract.lint.nearest import did_you_mean, nearest
from toolspec.contract.lint.problem import SchemaProblem, warning


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each format of another name than those asserted."""
    for node in document.nodes:
        name = node.keywords.get("format")
        if isinstance(name, str) and name not in ASSERTED_FORMATS:
            yield warning(
                "TS309",
                (*node.path, "format"),
                f"format `{name}` is unknown and will not be checked",
                did_you_mean(nearest(name, ASSERTED_FORMATS))
                or f"known formats: {', '.join(ASSERTED_FORMATS)}",
            )
