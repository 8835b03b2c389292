"""TS303: a keyword that JSON Schema does not know, which every validator would ignore."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.document import Document, Node, Path
from toolspec.contract.keywords import SHAPES
from toolspec.contract.lint.declared_types import declared_types
from toolspec.contract.lint.nearest import did_you_mean, nearest
from toolspec.contract.lint.old_drafts import OLD_KEYWORDS
from toolspec.contract.lint.openapi import OPENAPI_KEYWORDS
from toolspec.contract.lint.problem import SchemaProblem, error
from toolspec.jsontypes import Json

_LIMITS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    limit: (
        ("string", f"{limit}Length"),
        ("number", f"{limit}imum"),
        ("integer", f"{limit}imum"),
        ("array", f"{limit}Items"),
        ("object", f"{limit}Properties"),
    )
    for limit in ("min", "max")
}
_MEANT: Final[dict[str, tuple[str, ...]]] = {
    "choices": ("enum",),
    "desc": ("description",),
    "fields": ("properties",),
    "length": ("minLength", "maxLength"),
    "one_of": ("oneOf",),
    "options": ("enum",),
    "ref": ("$ref",),
    "regex": ("pattern",),
    "regexp": ("pattern",),
    "unique": ("uniqueItems",),
    "values": ("enum",),
}


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each unknown keyword; names that start with `x-` are free."""
    for node in document.nodes:
        for keyword, value in node.keywords.items():
            if not _is_known(str(keyword)):
                path: Path = (*node.path, keyword)
                message = f"`{keyword}` is not a keyword of JSON Schema"
                yield error("TS303", path, message, _help(node, str(keyword), value), at="key")


def _is_known(keyword: str) -> bool:
    known = (SHAPES, OLD_KEYWORDS, OPENAPI_KEYWORDS)
    return keyword.startswith("x-") or any(keyword in each for each in known)


def _help(node: Node, keyword: str, value: Json) -> str:
    meant = _meant(node, keyword)
    if meant:
        return str(did_you_mean(meant))
    if isinstance(value, dict):
        return "a property is declared under `properties`"
    return "remove it, or start its name with `x-` to keep it as a remark"


def _meant(node: Node, keyword: str) -> tuple[str, ...]:
    bare = keyword.lower().strip("_$")
    if bare in _LIMITS:
        return _limits(node, bare)
    return _MEANT.get(bare) or nearest(keyword, SHAPES)


def _limits(node: Node, limit: str) -> tuple[str, ...]:
    types = declared_types(node)
    names = [name for kind, name in _LIMITS[limit] if kind in types]
    return tuple(dict.fromkeys(names)) or (f"{limit}Length", f"{limit}imum")
