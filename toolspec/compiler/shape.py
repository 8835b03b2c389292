"""Does the document have the shape of the language? Driven by the published JSON Schema.

The walker reads the part of JSON Schema that the language uses, and reports each problem at its own
place with the fix an author needs, which no general validator can. A test holds it to
`jsonschema`'s verdict on the same schema. `x-empty` names the code for a check that checks nothing.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

from toolspec import language, wording
from toolspec.compiler.shape_report import ShapeReport
from toolspec.diagnostics import Diagnostics
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import Document, PathSteps

_TYPES: dict[str, Callable[[Json], bool]] = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "integer": lambda value: type(value) is int or (type(value) is float and value.is_integer()),
    "number": lambda value: type(value) in (int, float),
}
_BOUNDS: tuple[tuple[str, Callable[[Any, Any], bool]], ...] = (
    ("minimum", operator.ge),
    ("maximum", operator.le),
    ("exclusiveMinimum", operator.gt),
    ("exclusiveMaximum", operator.lt),
)


def check_shape(document: Document, problems: Diagnostics) -> None:
    """Report every place where the document departs from the language's schema."""
    _Walker(ShapeReport(document, problems)).visit(language.schema(), document.root, ())


def has_shape(root: Json) -> bool:
    """Whether a value has the shape of the language, wherever it comes from."""
    try:
        _Walker(_Refusal()).visit(language.schema(), root, ())
    except _Misshapen:
        return False
    return True


class _Misshapen(Exception):
    """There is a problem; which one does not matter."""


class _Refusal:
    """A report whose every method stops the walk."""

    def __getattr__(self, name: str) -> Any:
        raise _Misshapen(name)


class _Walker:
    def __init__(self, report: ShapeReport | _Refusal) -> None:
        self._report = report
        self._check_kind: dict[type, Callable[[JsonObject, Any, PathSteps], None]] = {
            dict: self._check_mapping,
            list: self._check_list,
            str: self._check_text,
            int: self._check_number,
            float: self._check_number,
        }

    def visit(self, schema: JsonObject, value: Json, path: PathSteps) -> None:
        empty = schema.get("x-empty")
        schema = language.resolve(schema)
        if empty and (value is None or value == [] or value == {}):
            self._report.empty(empty, path)
        elif "oneOf" in schema:
            chosen = _choose(schema["oneOf"], value)
            if chosen is None:
                self._report.wrong_type(schema["oneOf"], value, path)
            else:
                self.visit(chosen, value, path)
        elif not _fits_type(schema, value):
            self._report.wrong_type([schema], value, path)
        else:
            self._check_value(schema, value, path)

    def _check_value(self, schema: JsonObject, value: Json, path: PathSteps) -> None:
        check = self._check_kind.get(type(value))
        if check is not None:
            check(schema, value, path)
        allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if allowed is not None and not any(_is_same(value, each) for each in allowed):
            self._report.not_allowed(allowed, value, path)

    def _check_mapping(self, schema: JsonObject, value: JsonObject, path: PathSteps) -> None:
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        name_pattern = schema.get("propertyNames", {}).get("pattern")
        for key, item in value.items():
            where = (*path, key)
            if name_pattern is not None and not _matches(name_pattern, key):
                self._report.wrong_text(key, where, at="key")
            if key in properties:
                self.visit(properties[key], item, where)
            elif others is False:
                self._report.unknown_key(key, item, properties, where)
            elif others is True:
                self._check_finite(item, where)
            else:
                self.visit(others, item, where)
        # A required key that is there in another spelling is named once, at that spelling.
        misspelled = {wording.nearest(key, properties) for key in value.keys() - properties.keys()}
        for key in schema.get("required", ()):
            if key not in value and key not in misspelled:
                self._report.missing_key(key, properties[key], path)
        self._check_size(schema, len(value), "Properties", path)

    def _check_finite(self, value: Json, path: PathSteps) -> None:
        """Refuse `.nan` and `.inf` where any JSON may stand: JSON has no such numbers."""
        if type(value) is dict:
            for key, item in value.items():
                self._check_finite(item, (*path, key))
        elif type(value) is list:
            for index, item in enumerate(value):
                self._check_finite(item, (*path, index))
        elif type(value) is float and not math.isfinite(value):
            self._report.not_finite(path)

    def _check_list(self, schema: JsonObject, value: list[Json], path: PathSteps) -> None:
        items = schema.get("items")
        if items is None:
            self._check_finite(value, path)
        else:
            for index, item in enumerate(value):
                self.visit(items, item, (*path, index))
        self._check_size(schema, len(value), "Items", path)

    def _check_size(self, schema: JsonObject, size: int, kind: str, path: PathSteps) -> None:
        noun = "key" if kind == "Properties" else "item"
        if size < schema.get(f"min{kind}", 0):
            self._report.too_few(schema[f"min{kind}"], size, noun, path)
        elif size > schema.get(f"max{kind}", size):
            self._report.too_many(schema[f"max{kind}"], size, noun, path)

    def _check_text(self, schema: JsonObject, value: str, path: PathSteps) -> None:
        if len(value) < schema.get("minLength", 0):
            self._report.empty_text(path)
        elif "pattern" in schema and not _matches(schema["pattern"], value):
            self._report.wrong_text(value, path)

    def _check_number(self, schema: JsonObject, value: float, path: PathSteps) -> None:
        if not math.isfinite(value):
            self._report.not_finite(path)
            return
        for keyword, holds in _BOUNDS:
            if keyword in schema and not holds(value, schema[keyword]):
                self._report.out_of_bounds(schema, keyword, value, path)


def _choose(alternatives: list[JsonObject], value: Json) -> JsonObject | None:
    """The alternative the author meant: by kind of value, then by the keys that are there."""
    resolved = [language.resolve(each) for each in alternatives]
    fitting = [each for each in resolved if _could_be(each, value)]
    if len(fitting) > 1 and type(value) is dict:
        for each in fitting:
            if all(key in value for key in each.get("required", ())):
                return each
    return fitting[0] if fitting else None


def _could_be(schema: JsonObject, value: Json) -> bool:
    return _is_same(value, schema["const"]) if "const" in schema else _fits_type(schema, value)


def _fits_type(schema: JsonObject, value: Json) -> bool:
    return "type" not in schema or _TYPES[schema["type"]](value)


def _matches(pattern: str, text: str) -> bool:
    # `$` of JSON Schema is the end; Python's also stands before a last line break.
    return re.search(re.sub(r"\$$", r"\\Z", pattern), text) is not None


def _is_same(value: Json, allowed: Json) -> bool:
    """JSON equality: 1 is 1.0, and true is not 1."""
    return (type(value) is bool) is (type(allowed) is bool) and bool(value == allowed)
