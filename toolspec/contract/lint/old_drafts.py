"""TS314: habits of older drafts that mean nothing, or something else, in 2020-12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.document import Document, Node
from toolspec.contract.lint.problem import SchemaProblem, error, warning
from toolspec.jsontypes import Json

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_RENAMED: Final[dict[str, str]] = {
    "$recursiveAnchor": "use `$dynamicAnchor`",
    "$recursiveRef": "use `$dynamicRef`, or `$ref` with the place of the schema",
    "additionalItems": "use `items` for the items after `prefixItems`",
    "dependencies": "use `dependentRequired` for names and `dependentSchemas` for schemas",
    "disallow": "use `not`",
    "divisibleBy": "use `multipleOf`",
    "extends": "use `allOf`",
}
_HARMLESS: Final[dict[str, str]] = {
    "definitions": "use `$defs`",
    "id": "use `$id`, or remove it",
}
_EXCLUSIVE: Final = {"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"}

OLD_KEYWORDS: Final = (*_RENAMED, *_HARMLESS)


def is_old_form(keyword: str, value: Json) -> bool:
    """Say whether a keyword has, or is, a form that an older draft allowed."""
    if keyword in _EXCLUSIVE or keyword == "required":
        return isinstance(value, bool)
    return keyword in OLD_KEYWORDS or (keyword == "items" and isinstance(value, list))


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each old form with its modern one; only what still has its meaning is a mere warning."""
    for node in document.nodes:
        for keyword, value in node.keywords.items():
            path = (*node.path, keyword)
            if keyword == "$schema" and _is_other_dialect(value):
                message = f"schemas are read as draft 2020-12, not as `{value}`"
                yield warning("TS314", path, message, f"write `{DIALECT}`, or remove `$schema`")
            elif keyword in _HARMLESS:
                message = f"`{keyword}` belongs to an older draft"
                yield warning("TS314", path, message, _HARMLESS[keyword], at="key")
            elif keyword in _RENAMED:
                message = f"`{keyword}` belongs to an older draft and has no effect"
                yield error("TS314", path, message, _RENAMED[keyword], at="key")
            elif is_old_form(keyword, value):
                message = f"this form of `{keyword}` belongs to an older draft"
                yield error("TS314", path, message, _modern(node, keyword, value))


def _is_other_dialect(value: Json) -> bool:
    return isinstance(value, str) and value.rstrip("#") != DIALECT


def _modern(node: Node, keyword: str, value: Json) -> str:
    if keyword == "items":
        return "use `prefixItems` for a list of schemas, one for each place"
    if keyword == "required":
        return _modern_required(node, value)
    limit = _EXCLUSIVE[keyword]
    if value and limit in node.keywords:
        return f"write `{keyword}: {node.keywords[limit]}` and remove `{limit}`"
    return f"give `{keyword}` the number itself" if value else f"remove `{keyword}`"


def _modern_required(node: Node, value: Json) -> str:
    if not value:
        return "remove it; a property is optional unless the object lists it"
    name = node.path[-1] if node.under == "properties" else "name"
    return f"write `required: [{name}]` beside `properties` of the object"
