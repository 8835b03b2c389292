"""Keywords that do not have the value which the 2020-12 meta-schema wants of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolspec.contract.describe import any_of, described, shown
from toolspec.contract.document import Document, Node, Path, is_schema
from toolspec.contract.json_number import is_number
from toolspec.contract.keywords import OLD_SHAPES, SHAPES, TYPES, Shape
from toolspec.jsontypes import Json

_ANCHOR = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")
_RESOURCE = re.compile(r"[^#]*#?", re.DOTALL)
_SHAPES = {**SHAPES, **OLD_SHAPES}


@dataclass(frozen=True, slots=True)
class ShapeProblem:
    """A value of the wrong shape; `keyword` is the keyword it belongs to, empty at the root."""

    path: Path
    keyword: str
    message: str


def document_shape_problems(document: Document) -> Iterator[ShapeProblem]:
    """All problems of a whole schema."""
    if not is_schema(document.root):
        yield ShapeProblem((), "", f"a schema is an object, not {described(document.root)}")
    for node in document.nodes:
        yield from shape_problems(node)


def shape_problems(node: Node) -> Iterator[ShapeProblem]:
    """The problems of one schema, without those of the schemas below it."""
    for keyword, value in node.keywords.items():
        shape = _SHAPES.get(keyword)
        if shape is None:
            continue
        for path, message in _CHECKS[shape](value):
            yield ShapeProblem((*node.path, keyword, *path), keyword, f"`{keyword}` {message}")


_Found = Iterator[tuple[Path, str]]


def _unless(holds: bool, wanted: str, value: Json) -> _Found:
    if not holds:
        yield (), f"must be {wanted}, not {described(value)}"


def _any(_: Json) -> _Found:
    yield from ()


def _boolean(value: Json) -> _Found:
    return _unless(isinstance(value, bool), "`true` or `false`", value)


def _string(value: Json) -> _Found:
    return _unless(isinstance(value, str), "a string", value)


def _reference(value: Json) -> _Found:
    return _unless(isinstance(value, str), "a reference such as `#/$defs/name`", value)


def _anchor(value: Json) -> _Found:
    holds = isinstance(value, str) and _ANCHOR.fullmatch(value) is not None
    return _unless(holds, "a plain name", value)


def _resource(value: Json) -> _Found:
    holds = isinstance(value, str) and _RESOURCE.fullmatch(value) is not None
    return _unless(holds, "an address without a fragment", value)


def _number(value: Json) -> _Found:
    return _unless(is_number(value), "a number", value)


def _positive(value: Json) -> _Found:
    return _unless(is_number(value) and value > 0, "a number above 0", value)


def _count(value: Json) -> _Found:
    holds = is_number(value) and value >= 0 and value == int(value)
    return _unless(holds, "a whole number of 0 or more", value)


def _list(value: Json) -> _Found:
    return _unless(isinstance(value, list), "a list", value)


def _schema(value: Json) -> _Found:
    return _unless(is_schema(value), "a schema", value)


def _schemas(value: Json) -> _Found:
    if not isinstance(value, list) or not value:
        yield from _unless(False, "a list of schemas with at least one", value)
        return
    for index, each in enumerate(value):
        if not is_schema(each):
            yield (index,), f"takes schemas, not {described(each)}"


def _map(value: Json, check: Callable[[Json], bool], wanted: str) -> _Found:
    if not isinstance(value, dict):
        yield from _unless(False, f"a map from names to {wanted}", value)
        return
    for name, each in value.items():
        if not check(each):
            yield (name,), f"maps `{name}` to {described(each)}, which is not one of the {wanted}"


def _schema_map(value: Json) -> _Found:
    return _map(value, is_schema, "schemas")


def _flags(value: Json) -> _Found:
    return _map(value, lambda each: isinstance(each, bool), "booleans")


def _strings_map(value: Json) -> _Found:
    return _map(value, _is_name_list, "lists of different names")


def _dependencies(value: Json) -> _Found:
    return _map(value, lambda each: is_schema(each) or _is_name_list(each), "schemas")


def _is_name_list(value: Json) -> bool:
    return isinstance(value, list) and not list(_strings(value))


def _strings(value: Json) -> _Found:
    if not isinstance(value, list):
        yield from _unless(False, "a list of names", value)
        return
    for index, each in enumerate(value):
        if not isinstance(each, str):
            yield (index,), f"takes names, not {described(each)}"
        elif each in value[:index]:
            yield (index,), f"names {shown(each)} twice"


def _types(value: Json) -> _Found:
    known = any_of([f"`{each}`" for each in TYPES])
    if isinstance(value, str) and value not in TYPES:
        yield (), f"is no type: {shown(value)} is not one of {known}"
    elif isinstance(value, list) and value:
        for index, each in enumerate(value):
            if each not in TYPES:
                yield (index,), f"is no type: {shown(each)} is not one of {known}"
            elif each in value[:index]:
                yield (index,), f"names {shown(each)} twice"
    elif not isinstance(value, str):
        yield from _unless(False, "a type or a list of types", value)


_CHECKS: dict[Shape, Callable[[Json], _Found]] = {
    "any": _any,
    "anchor": _anchor,
    "boolean": _boolean,
    "count": _count,
    "dependencies": _dependencies,
    "flags": _flags,
    "list": _list,
    "number": _number,
    "positive": _positive,
    "reference": _reference,
    "resource": _resource,
    "schema": _schema,
    "schema_map": _schema_map,
    "schemas": _schemas,
    "string": _string,
    "strings": _strings,
    "strings_map": _strings_map,
    "types": _types,
}
