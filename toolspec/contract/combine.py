"""Schemas of one value taken together: references followed, branches chosen, keywords joined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.contract.document import Document
from toolspec.jsontypes import Json, JsonObject

MAX_BRANCHES = 8

_IN_PLACE: Final = frozenset(
    {"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else"}
)
_MAPS: Final = frozenset({"properties", "patternProperties", "dependentRequired"})
_LOWER: Final = frozenset(
    {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"}
)
_UPPER: Final = frozenset(
    {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"}
)


def variants(document: Document, schema: Json, depth: int) -> Iterator[JsonObject]:
    """The ways to read a schema as plain keywords, the first branches first; none for `false`.

    They are guesses: what fits a variant is still to be checked against the schema itself.
    """
    if schema is True:
        yield {}
    if not isinstance(schema, dict) or depth <= 0:
        return
    own = {name: value for name, value in schema.items() if name not in _IN_PLACE}
    yield from _joined(document, own, _choices(document, schema), depth)


def _choices(document: Document, schema: JsonObject) -> list[list[Json]]:
    """What must hold besides: for each item one of its schemas."""
    choices: list[list[Json]] = [[each] for each in schema.get("allOf", ())]
    for keyword in ("$ref", "$dynamicRef"):
        if keyword in schema:
            choices.append([document.resolve(document.nodes[0], schema[keyword]).schema])
    choices += [schema[keyword] for keyword in ("anyOf", "oneOf") if keyword in schema]
    if "if" in schema:
        then = {"allOf": [schema["if"], schema.get("then", True)]}
        choices.append([schema.get("else", True), then])
    return choices


def _joined(
    document: Document, keywords: JsonObject, choices: list[list[Json]], depth: int
) -> Iterator[JsonObject]:
    if not choices:
        yield keywords
        return
    for branch in choices[0][:MAX_BRANCHES]:
        for variant in variants(document, branch, depth - 1):
            both = _merged(keywords, variant)
            yield from _joined(document, both, choices[1:], depth)


def _merged(one: JsonObject, other: JsonObject) -> JsonObject:
    merged = dict(one)
    for keyword, value in other.items():
        merged[keyword] = _both(keyword, merged[keyword], value) if keyword in merged else value
    return merged


def _both(keyword: str, one: Json, other: Json) -> Json:
    if keyword in _MAPS:
        shared = {name: {"allOf": [one[name], other[name]]} for name in one if name in other}
        return {**one, **other, **(shared if keyword == "properties" else {})}
    if keyword == "required":
        return list(dict.fromkeys([*one, *other]))
    if keyword in _LOWER:
        return max(one, other)
    if keyword in _UPPER:
        return min(one, other)
    if keyword == "enum":
        return [each for each in one if each in other]
    if keyword == "type":
        return _shared_types(_names(one), _names(other))
    return other


def _names(types: Json) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _shared_types(one: list[str], other: list[str]) -> list[str]:
    shared = [each for each in one if each in other]
    if "integer" in one + other and "integer" not in shared and "number" in one + other:
        shared.append("integer")
    return shared or one
