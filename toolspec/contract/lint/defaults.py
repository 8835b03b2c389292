"""TS315: a `default` that its own schema refuses."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.document import Document, Node
from toolspec.contract.lint.problem import SchemaProblem, error
from toolspec.contract.validator import ArgumentValidator, BrokenSchema, ValidationTimeout
from toolspec.contract.violation import Violation
from toolspec.jsontypes import Json


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each such default; not those whose schema cannot be used anyway."""
    with_default = [node for node in document.nodes if "default" in node.keywords]
    whole = _validator(document.root) if with_default else None
    for node in with_default:
        validator = whole.at(node.schema) if whole else _validator(node.schema)
        if validator is None:
            continue
        for violation in _violations(validator, node)[:1]:
            yield error(
                "TS315",
                (*node.path, "default"),
                f"the default breaks its own schema: {violation.message}",
                "change the default or the schema",
            )


def _validator(schema: Json) -> ArgumentValidator | None:
    try:
        return ArgumentValidator(schema)
    except BrokenSchema:
        return None


def _violations(validator: ArgumentValidator, node: Node) -> list[Violation]:
    try:
        found = validator.violations(node.keywords["default"])
    except ValidationTimeout:
        return []
    return [each for each in found if each.code != "too_deep"]
