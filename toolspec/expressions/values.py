"""Values between the sandbox and the outside: as JSON, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite

from jinja2 import Undefined

from toolspec.expressions.budget import bounded_list, bounded_text, spend, weight
from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.functions import Function
from toolspec.expressions.writing import written
from toolspec.jsontypes import Json


def as_json(value: object) -> Json:
    """A value of the sandbox as JSON of its own; what a filter gives bit by bit becomes a list."""
    spend(weight(value))
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return bounded_text(value)
    if isinstance(value, float):
        return _finite(value)
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if isinstance(value, Undefined):
        raise ExpressionError(missing(value))
    if isinstance(value, Iterable):
        return [as_json(each) for each in bounded_list(value)]
    if isinstance(value, Function):
        raise ExpressionError(f"`{value.name}` is a function; write `{value.name}()`")
    raise ExpressionError(f"a value of type `{type(value).__name__}` is not JSON")


def as_text(value: object) -> str:
    """A value written out: a text as it is, the rest as JSON."""
    return written(as_json(value))


def missing(value: Undefined) -> str:
    """What is not there, in words."""
    return (value._undefined_hint or f"there is no `{value._undefined_name}`").rstrip(".")


def _finite(number: float) -> float:
    if not isfinite(number):
        raise ExpressionError("the value is no finite number")
    return number
