"""Check the arguments of a call against the canonical contract of the tool."""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy

from jsonschema import ValidationError

from toolspec.contract.bounded import GoesRound, TooManySteps, bounded_errors
from toolspec.contract.dialect import new_validator
from toolspec.contract.document import Document, Path
from toolspec.contract.explain import explained
from toolspec.contract.patterns import PatternTimeout, UnsupportedPattern, compile_pattern
from toolspec.contract.repair import repair
from toolspec.contract.shape import document_shape_problems
from toolspec.contract.violation import Violation
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer


class ValidationTimeout(Exception):
    """The check of a value was given up: a pattern took too long, or the whole too many steps.

    Whether the value is valid is not known.
    """


class BrokenSchema(ValueError):
    """The schema cannot be used: the linter finds an error in it."""


class ArgumentValidator:
    """The contract of one tool, made once and used for every call. Raises `BrokenSchema`."""

    def __init__(self, schema: Json) -> None:
        document = Document(schema)
        _refuse_broken(document)
        whole = _without_dialects(document)
        self._has_dialects = whole is not document.root
        self._validator = new_validator(whole)
        self._remembers = not any(
            each in node.keywords for node in document.nodes for each in _DYNAMIC
        )

    def at(self, schema: Json) -> ArgumentValidator:
        """The contract of a part of this schema; its references point into the whole."""
        part = copy(self)
        if self._has_dialects:
            schema = _without_dialects(Document(schema))
        elif isinstance(schema, dict):
            schema = {name: each for name, each in schema.items() if name != "$schema"}
        part._validator = self._validator.evolve(schema=schema)
        return part

    def violations(self, arguments: Json) -> tuple[Violation, ...]:
        """Everything that is wrong with the arguments; empty when they are valid.

        Raises `ValidationTimeout` when the check takes too long.
        """
        try:
            errors = bounded_errors(self._validator, arguments, remembers=self._remembers)
            strange = list(_non_finite(arguments))
            return _explained(errors, strange)
        except (PatternTimeout, TooManySteps) as error:
            raise ValidationTimeout(str(error)) from error
        except (GoesRound, RecursionError):
            return (_TOO_DEEP,)

    def repair(self, arguments: Json) -> tuple[JsonObject, tuple[str, ...]] | None:
        """The arguments made valid and the names of the repairs, or None; see `repair`."""
        return repair(arguments, self.violations)


# With these, what a schema means depends on the way to it.
_DYNAMIC = ("$dynamicAnchor", "$dynamicRef")

_TOO_DEEP = Violation(
    code="too_deep",
    pointer="",
    keyword="",
    expected="a value of ordinary depth",
    got="one that nests too deeply to be checked",
    message="the value nests too deeply to be checked",
)


def _explained(errors: list[ValidationError], strange: list[Path]) -> tuple[Violation, ...]:
    found = list(explained(errors))
    known = {each.pointer for each in found}
    found += [
        _not_finite(pointer) for pointer in map(json_pointer, strange) if pointer not in known
    ]
    return tuple(dict.fromkeys(found))


def _not_finite(pointer: str) -> Violation:
    got = "NaN or infinity"
    return Violation(
        code="wrong_type",
        pointer=pointer,
        keyword="type",
        expected="a JSON value",
        got=got,
        message=f"expected a JSON value, got {got}",
    )


def _non_finite(arguments: Json) -> Iterator[Path]:
    waiting: list[tuple[Path, Json]] = [((), arguments)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, float):
            if not math.isfinite(value):
                yield path
        elif isinstance(value, dict):
            waiting.extend(((*path, name), each) for name, each in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, index), each) for index, each in enumerate(value))


def _refuse_broken(document: Document) -> None:
    for problem in document_shape_problems(document):
        raise BrokenSchema(problem.message)
    for node in document.nodes:
        for _, text in document.references(node):
            try:
                document.resolve(node, text)
            except LookupError as error:
                raise BrokenSchema(f"reference `{text}` leads to nothing") from error
        for pattern in (*_pattern(node.keywords), *node.keywords.get("patternProperties", ())):
            try:
                compile_pattern(pattern)
            except UnsupportedPattern as error:
                raise BrokenSchema(f"pattern `{pattern}`: {error.reason}") from error


def _pattern(keywords: JsonObject) -> list[str]:
    return [keywords["pattern"]] if "pattern" in keywords else []


def _without_dialects(document: Document) -> Json:
    """The schema without `$schema`, which would make the validator change to another draft."""
    places = {node.path for node in document.nodes if "$schema" in node.keywords}
    return _stripped(document.root, (), places) if places else document.root


def _stripped(value: Json, path: Path, places: set[Path]) -> Json:
    if isinstance(value, list):
        return [_stripped(each, (*path, index), places) for index, each in enumerate(value)]
    if not isinstance(value, dict):
        return value
    return {
        name: _stripped(each, (*path, name), places)
        for name, each in value.items()
        if not (name == "$schema" and path in places)
    }
