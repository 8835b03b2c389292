"""Expressions: read once, evaluated on names; values are JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolspec.expressions.errors import ExpressionError
from toolspec.jsontypes import Json
from toolspec.wording import did_you_mean, visible

_LONGEST: Final = 2_000
_DEEPEST: Final = 40
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class Expression:
    """One expression. `names` are those it needs from outside."""

    text: str
    names: frozenset[str]
    _evaluate: Callable[[Mapping[str, object]], Json]

    def evaluate(self, names: Mapping[str, object]) -> Json:
        """Its value; `ExpressionError` when it has none, as for a name or a key that is missing."""
        for name in sorted(self.names - names.keys()):
            raise self._failure(f"`{visible(name)}` is not known here")
        try:
            return self._evaluate({name: names[name] for name in self.names})
        except ExpressionError as error:
            raise self._failure(error.reason) from error
        # Anything that an expression can raise, a division by zero or a comparison of unlike
        # values, is the expression's own fault.
        except Exception as error:
            raise self._failure(str(error) or type(error).__name__) from error

    def _failure(self, reason: str) -> ExpressionError:
        text = visible(self.text)
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        return ExpressionError(f"`{shown}`: {reason}")


@lru_cache(maxsize=4096)
def compile_expression(text: str) -> Expression:
    """Read an expression; `ExpressionError` when it is none."""
    _check_size(text)
    # Jinja2 is loaded by no command that meets no expression.
    from toolspec.expressions.reading import read

    return Expression(text, *read(text))


def problems(text: str, known: Collection[str]) -> str | None:
    """What is wrong with an expression that may use the names `known`; null when nothing is."""
    try:
        expression = compile_expression(text)
    except ExpressionError as error:
        return error.reason
    for name in sorted(expression.names - set(known)):
        return f"`{visible(name)}` is not known here; {did_you_mean(name, known)}"
    return None


def _check_size(text: str) -> None:
    if not text.strip():
        raise ExpressionError("it is empty")
    if len(text) > _LONGEST:
        raise ExpressionError(f"it is longer than {_LONGEST:,} characters")
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if depth > _DEEPEST:
            raise ExpressionError("it nests too deeply")
