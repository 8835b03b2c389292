"""TS313: keywords of OpenAPI, which JSON Schema ignores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.describe import shown
from toolspec.contract.document import Document, Node
from toolspec.contract.lint.problem import SchemaProblem, warning
from toolspec.jsontypes import Json

OPENAPI_KEYWORDS: Final = ("nullable", "example", "discriminator", "xml", "externalDocs")


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each such keyword, with the form that JSON Schema has for it."""
    for node in document.nodes:
        for keyword in OPENAPI_KEYWORDS:
            if keyword in node.keywords:
                yield warning(
                    "TS313",
                    (*node.path, keyword),
                    f"`{keyword}` is a keyword of OpenAPI and has no effect here",
                    _help(node, keyword),
                    at="key",
                )


def _help(node: Node, keyword: str) -> str:
    value = node.keywords[keyword]
    if keyword == "nullable" and value is True:
        return _nullable_help(node.keywords)
    if keyword == "example":
        return f"write `examples: [{shown(value).strip('`')}]`"
    if keyword == "discriminator":
        return "give each branch of `oneOf` a property with `const` that tells it apart"
    return f"remove `{keyword}`"


def _nullable_help(keywords: dict[str, Json]) -> str:
    if "$ref" in keywords:
        return f'write `anyOf: [{{$ref: "{keywords["$ref"]}"}}, {{type: "null"}}]`'
    kind = keywords.get("type")
    names = [str(each) for each in (kind if isinstance(kind, list) else [kind]) if each is not None]
    listed = ", ".join([*(each for each in names if each != "null"), '"null"'])
    fix = f"write `type: [{listed}]`" if names else 'allow `type: "null"`'
    return f"{fix} and add null to `enum`" if "enum" in keywords else fix
