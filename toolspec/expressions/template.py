"""Templates: values of JSON in whose texts `{{ expression }}` is filled in.

A text that is one expression and nothing else gives the expression's value as it is; in any other
text values are written out: texts as they are, the rest as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from toolspec.expressions.budget import bounded_text
from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.expression import Expression, compile_expression
from toolspec.expressions.quotes import unquoted
from toolspec.expressions.writing import written
from toolspec.jsontypes import Json

_Piece: TypeAlias = str | Expression


@dataclass(frozen=True, slots=True)
class Template:
    """A value with expressions in it. `names` are those it needs from outside."""

    value: Json
    names: frozenset[str]

    def render(self, names: Mapping[str, object]) -> Json:
        """The value filled in; `ExpressionError` when one of its expressions has no value."""
        return _rendered(self.value, names)


def compile_template(value: Json) -> Template:
    """Read a template; `ExpressionError` when one of its expressions cannot be read."""
    return Template(value, frozenset(_names(value)))


def _names(value: Json) -> set[str]:
    if isinstance(value, str):
        return {
            name for each in _pieces(value) if isinstance(each, Expression) for name in each.names
        }
    if isinstance(value, dict):
        return {name for each in (*value, *value.values()) for name in _names(each)}
    if isinstance(value, list):
        return {name for each in value for name in _names(each)}
    return set()


def _rendered(value: Json, names: Mapping[str, object]) -> Json:
    if isinstance(value, str):
        return _rendered_text(value, names)
    if isinstance(value, dict):
        return {_key(key, names): _rendered(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_rendered(each, names) for each in value]
    return value


def _rendered_text(text: str, names: Mapping[str, object]) -> Json:
    if "{{" not in text:
        return text
    pieces = _pieces(text)
    if len(pieces) == 1 and isinstance(pieces[0], Expression):
        return pieces[0].evaluate(names)
    parts = (each if isinstance(each, str) else written(each.evaluate(names)) for each in pieces)
    return bounded_text("".join(parts))


def _key(key: str, names: Mapping[str, object]) -> str:
    made = _rendered_text(key, names)
    return made if isinstance(made, str) else written(made)


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[_Piece, ...]:
    """The texts and the expressions of a template, in turn."""
    pieces: list[_Piece] = []
    start = 0
    while (opening := text.find("{{", start)) >= 0:
        closing = _closing(text, opening + 2)
        if opening > start:
            pieces.append(text[start:opening])
        pieces.append(compile_expression(text[opening + 2 : closing].strip()))
        start = closing + 2
    if start < len(text):
        pieces.append(text[start:])
    return tuple(pieces)


def _closing(text: str, start: int) -> int:
    """Where the `}}` of an expression stands; its texts and mappings may hold others."""
    depth = 0
    for index, letter in unquoted(text, start):
        if letter == "{":
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
        elif text.startswith("}}", index):
            return index
    raise ExpressionError("`{{` is not closed by `}}`")
