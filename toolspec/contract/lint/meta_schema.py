"""TS301: a keyword has a value that the 2020-12 meta-schema does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document, is_schema
from toolspec.contract.lint.old_drafts import is_old_form
from toolspec.contract.lint.problem import SchemaProblem, error
from toolspec.contract.shape import document_shape_problems, shape_problems


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each wrong value at its own place, unless it is a habit of an older draft (TS314)."""
    if not is_schema(document.root):
        for problem in document_shape_problems(document):
            yield error("TS301", problem.path, problem.message)
    for node in document.nodes:
        for problem in shape_problems(node):
            if not is_old_form(problem.keyword, node.keywords[problem.keyword]):
                yield error("TS301", problem.path, problem.message)
