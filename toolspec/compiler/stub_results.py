"""What the rules of a stub can answer, as far as the file tells: results and error codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolspec.compiler.formulas import is_template
from toolspec.compiler.plain_values import PlainValue
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import join
from toolspec.source import PathSteps

# Stands for a value that is only known when a call is made.
_OPEN = "{{ … }}"


@dataclass(frozen=True, slots=True)
class Place:
    """A value with its place in the file."""

    value: Json
    path: PathSteps


def results(stub: Json, path: PathSteps) -> Iterator[Place]:
    """Every result that the rules of a stub write, templates as written."""
    for rule, where in _rules(stub, path):
        if "return" in rule:
            yield Place(rule["return"], (*where, "return"))
        for key, row in rule.get("rows", {}).items():
            yield Place(row, (*where, "rows", key))
        if "pages" in rule:
            pages = rule["pages"]
            into, after = pages.get("into", "items"), pages.get("next", "next_cursor")
            yield Place({into: _OPEN, after: _OPEN}, (*where, "pages"))


def error_codes(stub: Json, path: PathSteps) -> Iterator[Place]:
    """Every error code that the rules of a stub answer."""
    for rule, where in _rules(stub, path):
        error = rule.get("error")
        if isinstance(error, dict):
            yield Place(error["code"], (*where, "error", "code"))
        elif error is not None:
            yield Place(error, (*where, "error"))


def writing_keys(stub: Json, path: PathSteps) -> Iterator[PathSteps]:
    """The places of `set`, `append` and `delete`."""
    for rule, where in _rules(stub, path):
        yield from ((*where, key) for key in ("set", "append", "delete") if key in rule)


def _rules(stub: Json, path: PathSteps) -> Iterator[tuple[JsonObject, PathSteps]]:
    """The rules of a stub and the answers inside them; none of a Python function."""
    for index, rule in enumerate(stub if isinstance(stub, list) else ()):
        where: PathSteps = (*path, index)
        yield rule, where
        if "default" in rule:
            yield rule["default"], (*where, "default")
        for number, answer in enumerate(rule.get("sequence", ())):
            yield answer, (*where, "sequence", number)


def plain_result(result: Json) -> PlainValue:
    """A result in which everything that a template fills in is open."""
    places: list[str] = []
    return PlainValue(_plain(result, "", places), frozenset(places))


def _plain(value: Json, pointer: str, places: list[str]) -> Json:
    if isinstance(value, dict) and not any(is_template(key) for key in value):
        return {key: _plain(each, join(pointer, key), places) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, join(pointer, index), places) for index, each in enumerate(value)]
    if isinstance(value, dict) or (isinstance(value, str) and is_template(value)):
        places.append(pointer)
        return None
    return value
