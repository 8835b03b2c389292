"""Expressions: read once, evaluated on names; values are JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, Final

from toolspec.expressions.errors import ExpressionError
from toolspec.jsontypes import Json
from toolspec.wording import did_you_mean, visible

_LONGEST: Final = 2_000
_DEEPEST: Final = 40
_MOST_ITEMS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Expression:
    """One expression. `names` are those it needs from outside."""

    text: str
    names: frozenset[str]
    _evaluate: Any

    def evaluate(self, names: Mapping[str, object]) -> Json:
        """Its value; `ExpressionError` when it has none, as for a name or a key that is missing."""
        try:
            return as_json(self._evaluate(**{name: names[name] for name in self.names}))
        except ExpressionError:
            raise
        except KeyError as error:
            raise ExpressionError(f"{error} is not known here") from error
        # Anything that an expression can raise, a division by zero or a comparison of unlike
        # values, is the expression's own fault.
        except Exception as error:
            raise ExpressionError(f"`{visible(self.text)}`: {error}") from error


@lru_cache(maxsize=4096)
def compile_expression(text: str) -> Expression:
    """Read an expression; `ExpressionError` when it is none."""
    # Jinja2 is loaded by no command that meets no expression.
    from jinja2 import TemplateSyntaxError, meta, nodes

    from toolspec.expressions.sandbox import sandbox, unpacks

    _check_size(text)
    environment = sandbox()
    try:
        compiled = environment.compile_expression(text, undefined_to_none=False)
        tree = environment.parse("{{ " + text + "\n}}")
        outputs = tree.body
        is_one = (
            len(outputs) == 1
            and isinstance(outputs[0], nodes.Output)
            and len(outputs[0].nodes) == 1
            and not isinstance(outputs[0].nodes[0], nodes.TemplateData)
        )
        if not is_one:
            raise ExpressionError("it is not one expression")
        if unpacks(tree):
            raise ExpressionError("arguments cannot be unpacked")
        names = frozenset(meta.find_undeclared_variables(tree))
    except TemplateSyntaxError as error:
        raise ExpressionError(_said(error.message)) from error
    except RecursionError as error:
        raise ExpressionError("it nests too deeply") from error
    return Expression(text, names, compiled)


def problems(text: str, known: Collection[str]) -> str | None:
    """What is wrong with an expression that may use the names `known`; null when nothing is."""
    try:
        expression = compile_expression(text)
    except ExpressionError as error:
        return error.reason
    for name in sorted(expression.names - set(known)):
        hint = did_you_mean(name, known)
        return f"`{visible(name)}` is not known here" + (f"; {hint}" if hint else "")
    return None


def _check_size(text: str) -> None:
    if not text.strip():
        raise ExpressionError("it is empty")
    if len(text) > _LONGEST:
        raise ExpressionError(f"it is longer than {_LONGEST} characters")
    depth = deepest = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        deepest = max(deepest, depth)
    if deepest > _DEEPEST or text.count("not ") + text.count("-") > _DEEPEST * 4:
        raise ExpressionError("it nests too deeply")


def _said(message: str | None) -> str:
    text = (message or "it cannot be read").rstrip(".").replace("end of template", "its end")
    return text[:1].lower() + text[1:]


def as_json(value: object) -> Json:
    """A value of the sandbox as JSON; generators become lists."""
    from jinja2 import Undefined

    if isinstance(value, Undefined):
        raise ExpressionError(value._undefined_hint or f"there is no `{value._undefined_name}`")
    if isinstance(value, float) and not isfinite(value):
        raise ExpressionError("the value is no finite number")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if isinstance(value, Iterable):
        items: list[Json] = []
        for each in value:
            if len(items) >= _MOST_ITEMS:
                raise ExpressionError(f"a list of more than {_MOST_ITEMS} items")
            items.append(as_json(each))
        return items
    raise ExpressionError(f"a value of type `{type(value).__name__}` is not JSON")
