"""Templates: values of JSON in whose texts `{{ expression }}` is filled in.

A text that is one expression and nothing else gives the expression's value as it is; in any other
text values are written out: texts as they are, the rest as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.expression import Expression, compile_expression
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
    return "".join(
        each if isinstance(each, str) else _written(each.evaluate(names)) for each in pieces
    )


def _key(key: str, names: Mapping[str, object]) -> str:
    made = _rendered_text(key, names)
    return made if isinstance(made, str) else _written(made)


def _written(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[_Piece, ...]:
    """The texts and the expressions of a template, in turn."""
    pieces: list[_Piece] = []
    rest = text
    while "{{" in rest:
        before, _, rest = rest.partition("{{")
        inner, closing, rest = _inside(rest)
        if not closing:
            raise ExpressionError("`{{` is not closed by `}}`")
        if before:
            pieces.append(before)
        pieces.append(compile_expression(inner.strip()))
    if rest:
        pieces.append(rest)
    return tuple(pieces)


def _inside(text: str) -> tuple[str, bool, str]:
    """What stands before the closing `}}`, which a text or a mapping in the expression may hold."""
    quote, depth = "", 0
    for index, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and text[index - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "{":
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
        elif text.startswith("}}", index):
            return text[:index], True, text[index + 2 :]
    return text, False, ""
