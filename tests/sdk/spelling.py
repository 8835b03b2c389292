"""Schemas of tools spelt by bytes: a choice takes one, and where they end the simplest is taken.

Hypothesis draws the bytes, and makes them fewer and smaller where a test fails; a schema drawn
keyword by keyword takes a hundred times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from toolspec.jsontypes import Json, JsonObject

T = TypeVar("T")

PROPERTIES: Final = (
    *("a", "b", "город", "id заказа", "type", "properties", "$ref", "required", "x/y", "~0", ""),
    *("camelCase", "snake_case", "items", "enum", "🚚"),
)
TEXTS: Final = ("Номер.", "", "One line.\nAnd «another»", "Cut. [maxLength: 3]", '"\\ \u2028 🚚')
VALUES: Final[tuple[Json, ...]] = (
    *("a", "", "б", "1", 0, 1, -7, 2.5, 2**53 + 1, True, False, None, [], [1, None], {}),
    {"город": None, "type": ["a"]},
)
DEFINITIONS: Final = ("d", "Адрес", "x~/y")
_TO_DEFINITIONS: Final = ("#/$defs/d", "#/$defs/%D0%90%D0%B4%D1%80%D0%B5%D1%81", "#/$defs/x~0~1y")
_BOUNDS: Final = (0, 1, -3, 2.5, 10, 1e30)
_DEFAULTS: Final = {"string": "б", "integer": 3, "boolean": False}
_DEEPEST: Final = 3


class Choices:
    """The bytes, read from the left."""

    def __init__(self, spelling: bytes) -> None:
        self._left = iter(spelling)

    def among(self, options: Sequence[T]) -> T:
        return options[next(self._left, 0) % len(options)]

    def up_to(self, most: int) -> int:
        return self.among(range(most + 1))

    def flag(self) -> bool:
        return self.among((False, True))

    def some(self, keywords: Mapping[str, Callable[[], Any]]) -> JsonObject:
        """None, one or two of the keywords, with values."""
        names = tuple(keywords)
        return {name: keywords[name]() for name in map(self.among, [names] * self.up_to(2))}


class SchemaSpelling:
    """One schema, which no lint refuses: references are whole and lead round only by going deeper.

    `_part` takes the references that may stand where it stands.
    """

    def __init__(self, spelling: bytes) -> None:
        self._of = Choices(spelling)
        self._definitions = _TO_DEFINITIONS if self._of.up_to(2) else ()

    def root(self) -> JsonObject:
        schema = {**self._object(0), **self._about_the_document()}
        if self._of.up_to(3) == 1:
            schema = {**schema, **self._combinations(1, self._definitions)}
        if not self._definitions:
            return schema
        # No definition begins with a reference, which could lead round in a circle.
        parts: tuple[Callable[[], JsonObject], ...] = (
            *(self._text, self._number),
            *(lambda: self._object(1), lambda: self._array(1)),
        )
        return {**schema, "$defs": {name: self._of.among(parts)() for name in DEFINITIONS}}

    def _about_the_document(self) -> JsonObject:
        about: tuple[JsonObject, ...] = (
            *({}, {}, {}, {}, {"$schema": "https://json-schema.org/draft/2020-12/schema"}),
            {"$id": "https://example.org/tool"},
            {"$anchor": "root"},
            {"$dynamicAnchor": "root"},
            {"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": True}},
        )
        return self._of.among(about)

    def _part(self, depth: int, references: Sequence[str]) -> Json:
        anything = partial(self._of.among, ({}, True, False))
        kinds: list[Callable[[], Json]] = [self._text, self._number, self._plain, anything]
        if references:
            keywords = ("$ref", "$ref", "$ref", "$dynamicRef")
            kinds.append(lambda: {self._of.among(keywords): self._of.among(references)})
        if depth < _DEEPEST:
            kinds += [lambda: self._object(depth), lambda: self._array(depth)]
            kinds.append(lambda: self._combinations(depth + 1, references))
        schema = self._of.among(kinds)()
        return schema if isinstance(schema, bool) else {**schema, **self._annotations(schema)}

    def _below(self, depth: int) -> Json:
        """A part that looks at another value, where any reference may stand."""
        return self._part(depth + 1, (*self._definitions, "#"))

    def _plain(self) -> Json:
        of = self._of
        types = ("boolean", "null", "object", "array", ["boolean", "null"])
        kinds: tuple[Callable[[], Json], ...] = (
            lambda: {"type": of.among(types)},
            lambda: {"const": of.among(VALUES)},
            lambda: {"enum": [of.among(VALUES) for _ in range(1 + of.up_to(2))]},
        )
        return of.among(kinds)()

    def _annotations(self, schema: JsonObject) -> JsonObject:
        of, names = self._of, str(schema.get("type"))
        found = of.some(
            {
                **dict.fromkeys(("title", "$comment"), lambda: of.among(TEXTS)),
                **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "nullable"), of.flag),
                **dict.fromkeys(("example", "x-hint"), lambda: of.among(VALUES)),
                "examples": lambda: [of.among(VALUES)],
            }
        )
        if of.flag():
            found["description"] = of.among(TEXTS)
        if schema.keys() == {"type"} and names in _DEFAULTS and of.flag():
            found["default"] = _DEFAULTS[names]
        return found

    def _text(self) -> JsonObject:
        of = self._of
        types: tuple[Json, ...] = ("string", "string", ["string", "null"], ["string", "integer"])
        return {"type": of.among(types)} | of.some(
            {
                **dict.fromkeys(("minLength", "maxLength"), lambda: of.up_to(4)),
                "pattern": lambda: of.among(("^[a-zа-я]+$", "^ORD-", "\\d+", "^(?!x).*$")),
                "format": lambda: of.among(("date", "date-time", "uuid", "email", "uri")),
                "enum": lambda: list(("в г", "a", "б", "")[of.up_to(3) :]),
                "const": lambda: of.among(("a", "")),
                "contentEncoding": lambda: "base64",
                "contentMediaType": lambda: "application/json",
                "contentSchema": lambda: {"type": "object"},
            }
        )

    def _number(self) -> JsonObject:
        of = self._of
        types: tuple[Json, ...] = ("integer", "number", ["number", "null"], ["boolean", "integer"])
        bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        return {"type": of.among(types)} | of.some(
            {
                **dict.fromkeys(bounds, lambda: of.among(_BOUNDS)),
                "multipleOf": lambda: of.among((1, 0.5, 3)),
                "enum": lambda: list(range(of.up_to(3), 5)),
                "const": lambda: of.up_to(4),
                "format": lambda: of.among(("int32", "double")),
            }
        )

    def _object(self, depth: int) -> JsonObject:
        of = self._of
        names = [of.among(PROPERTIES) for _ in range(of.up_to(3))]
        properties = {name: self._below(depth) for name in names}
        required = [each for each in properties if of.flag()]
        listed = {"required": required} if required or of.flag() else {}
        told = of.some(
            {
                "additionalProperties": lambda: self._flag_or_below(depth),
                "unevaluatedProperties": lambda: self._flag_or_below(depth),
                "patternProperties": lambda: {of.among(("^x-", "^я")): self._below(depth)},
                "propertyNames": lambda: of.among(({"maxLength": 9}, {"enum": ["a"]}, True)),
                "minProperties": lambda: of.up_to(2),
                "maxProperties": lambda: of.up_to(4),
                "dependentRequired": lambda: {of.among(PROPERTIES): ["b"]},
                "dependentSchemas": lambda: {of.among(PROPERTIES): self._part(depth + 1, ())},
            }
        )
        return {"type": "object", "properties": properties, **listed, **told}

    def _array(self, depth: int) -> JsonObject:
        of = self._of
        shape = of.among(("items", "items", "prefixItems", "both", "neither"))
        schema: JsonObject = {"type": of.among(("array", "array", ["array", "null"]))}
        if shape in ("prefixItems", "both"):
            schema["prefixItems"] = [self._below(depth) for _ in range(1 + of.up_to(1))]
        if shape in ("items", "both"):
            schema["items"] = self._below(depth)
        counts = ("minItems", "maxItems", "minContains", "maxContains")
        return schema | of.some(
            {
                **dict.fromkeys(counts, lambda: of.up_to(3)),
                "uniqueItems": of.flag,
                "contains": lambda: self._below(depth),
                "unevaluatedItems": lambda: self._flag_or_below(depth),
            }
        )

    def _flag_or_below(self, depth: int) -> Json:
        return self._below(depth) if self._of.up_to(2) else self._of.flag()

    def _combinations(self, depth: int, references: Sequence[str]) -> JsonObject:
        def part() -> Json:
            return self._part(depth, references)

        def parts() -> list[Json]:
            return [part() for _ in range(1 + self._of.up_to(2))]

        lists = dict.fromkeys(("anyOf", "oneOf", "allOf"), parts)
        found = self._of.some({**lists, **dict.fromkeys(("not", "if", "then", "else"), part)})
        return found or {"anyOf": [part(), {"type": "null"}]}
