"""All that can be said about a schema before any model has seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolspec.contract.document import Document, Path
from toolspec.contract.lint import (
    defaults,
    enum_values,
    format_names,
    meta_schema,
    old_drafts,
    open_objects,
    openapi,
    references,
    regexes,
    required_names,
    root_type,
    underspecified,
    unknown_keywords,
)
from toolspec.contract.lint.problem import SchemaProblem
from toolspec.jsontypes import Json

RULES: Final[tuple[Callable[[Document], Iterator[SchemaProblem]], ...]] = (
    meta_schema.check,
    root_type.check,
    required_names.check,
    unknown_keywords.check,
    enum_values.check,
    regexes.check,
    format_names.check,
    references.check,
    openapi.check,
    old_drafts.check,
    defaults.check,
    open_objects.check,
    underspecified.check,
)


def lint(schema: Json) -> tuple[SchemaProblem, ...]:
    """All problems of the `parameters` of a tool, in the order of the text, then by code.

    Takes any JSON value. Where there is an error, `ArgumentValidator` may refuse the schema.
    """
    document = Document(schema)
    order = {node.path: index for index, node in enumerate(document.nodes)}
    found = dict.fromkeys(problem for rule in RULES for problem in rule(document))
    return tuple(sorted(found, key=lambda each: (_node_index(order, each.path), each.code)))


def _node_index(order: dict[Path, int], path: Path) -> int:
    """The place of the innermost schema that a path leads through."""
    ends = range(len(path), -1, -1)
    return next((order[path[:end]] for end in ends if path[:end] in order), 0)
