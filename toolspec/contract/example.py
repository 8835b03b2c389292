"""The smallest value that a schema allows: the same one every time, and proven by the validator."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from toolspec.contract.combine import variants
from toolspec.contract.document import Document
from toolspec.contract.example_values import numbers, strings
from toolspec.contract.keywords import LIMITS_OF_TYPE, TYPES
from toolspec.contract.validator import ArgumentValidator, BrokenSchema, ValidationTimeout
from toolspec.jsontypes import Json, JsonObject

# Bounds of the search; a schema that needs more has no example here.
MAX_DEPTH = 12
MAX_CANDIDATES = 400
MAX_CHECKS = 1_000
MAX_ITEMS = 200

_ORDER: Final = ("string", "integer", "number", "boolean", "object", "array", "null")


def example(schema: JsonObject, *, seed: JsonObject | None = None) -> Json | None:
    """A valid value with the required properties only, or None when none was found.

    With a `seed` the result keeps its properties and fills in the missing required ones. A schema
    that allows only `null` has the example None as well.
    """
    try:
        search = _Search(schema)
        return next(search.valid(schema, _NONE if seed is None else seed, MAX_DEPTH), None)
    except (BrokenSchema, ValidationTimeout, _Exhausted, RecursionError):
        return None


# Stands for no value; None is one.
_NONE: Final = object()


class _Exhausted(Exception):
    """The search has made `MAX_CHECKS` checks."""


class _Search:
    """Looks for values from the inside out: only valid parts are put together."""

    def __init__(self, root: JsonObject) -> None:
        self._validator = ArgumentValidator(root)
        self._document = Document(root)
        self._checks = 0

    def valid(self, schema: Json, seed: Json, depth: int) -> Iterator[Json]:
        """Valid values of a schema, small ones first, none twice."""
        self._count()
        validator = self._validator.at(schema)
        seen: set[str] = set()
        for value in islice(self._candidates(schema, seed, depth), MAX_CANDIDATES):
            self._count()
            if repr(value) not in seen and not validator.violations(value):
                seen.add(repr(value))
                yield value

    def _count(self) -> None:
        self._checks += 1
        if self._checks > MAX_CHECKS:
            raise _Exhausted

    def _candidates(self, schema: Json, seed: Json, depth: int) -> Iterator[Json]:
        if seed is not _NONE and not isinstance(seed, dict):
            yield seed
            return
        for keywords in variants(self._document, schema, depth):
            if isinstance(seed, dict):
                yield from self._objects(keywords, seed, depth)
            elif "const" in keywords:
                yield keywords["const"]
            elif "enum" in keywords:
                yield from keywords["enum"]
            else:
                for kind in _kinds(keywords):
                    yield from self._of_type(kind, keywords, depth)

    def _of_type(self, kind: str, keywords: JsonObject, depth: int) -> Iterator[Json]:
        match kind:
            case "string":
                yield from strings(keywords)
            case "integer" | "number":
                yield from numbers(keywords, whole=kind == "integer")
            case "boolean":
                yield from (True, False)
            case "object":
                yield from self._objects(keywords, {}, depth)
            case "array":
                yield from self._arrays(keywords, depth)
            case _:
                yield None

    def _objects(self, keywords: JsonObject, seed: JsonObject, depth: int) -> Iterator[JsonObject]:
        required = list(keywords.get("required", ()))
        optional = [each for each in keywords.get("properties", {}) if each not in required]
        wanted = keywords.get("dependentRequired", {})
        together = [each for name in [*seed, *required] for each in wanted.get(name, ())]
        least = int(keywords.get("minProperties", 0))
        for names in (
            required,
            required + together,
            (required + optional)[:least],
            required + optional,
            [*required, *_LETTER_NAMES[: min(least, MAX_ITEMS)]],
        ):
            built = self._object(keywords, seed, names, depth)
            if built is not None:
                yield built

    def _object(
        self, keywords: JsonObject, seed: JsonObject, names: list[str], depth: int
    ) -> JsonObject | None:
        properties = keywords.get("properties", {})
        built: JsonObject = {}
        for name in dict.fromkeys([*(each for each in properties if each in names), *seed, *names]):
            schema = properties.get(name, _other_schema(keywords))
            values = self.valid(schema, seed.get(name, _NONE), depth - 1)
            found = next(values, _NONE)
            if found is _NONE and name not in seed:
                return None
            built[name] = seed[name] if found is _NONE else found
        return built

    def _arrays(self, keywords: JsonObject, depth: int) -> Iterator[list[Json]]:
        least = int(keywords.get("minItems", 0))
        places = list(keywords.get("prefixItems", ()))[:least]
        wanted = int(keywords.get("minContains", 1)) if "contains" in keywords else 0
        rest = max(least - len(places), wanted)
        if rest > MAX_ITEMS:
            return
        firsts = [next(self.valid(each, _NONE, depth - 1), _NONE) for each in places]
        if _NONE in firsts:
            return
        inner = {"allOf": [keywords.get("items", True), keywords.get("contains", True)]}
        others = list(islice(self.valid(inner, _NONE, depth - 1), max(rest, 1))) if rest else []
        if rest and not others:
            return
        yield firsts + [others[index % len(others)] for index in range(rest)]


_LETTER_NAMES: Final = tuple(f"key{number}" for number in range(1, MAX_ITEMS + 1))


def _other_schema(keywords: JsonObject) -> Json:
    """The schema of a property that is not declared."""
    patterns = list(keywords.get("patternProperties", {}).values())
    additional = keywords.get("additionalProperties", True)
    return patterns[0] if patterns and additional is False else additional


def _kinds(keywords: JsonObject) -> list[str]:
    """The types to try: those named, else those that the keywords speak of, else all."""
    named = keywords.get("type", [])
    kinds = [named] if isinstance(named, str) else list(named)
    if kinds:
        return sorted(kinds, key=lambda each: each == "null")
    spoken = [
        kind
        for kind, limits in LIMITS_OF_TYPE.items()
        if any(limit in keywords for limit in limits)
    ]
    return [*spoken, *(each for each in _ORDER if each not in spoken and each in TYPES)]
