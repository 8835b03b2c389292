"""The functions that an expression may call: those it is given as names, and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from toolspec.expressions.errors import ExpressionError


@dataclass(frozen=True, slots=True)
class Function:
    """A function by the name that expressions call it by; it gives JSON."""

    name: str
    function: Callable[..., Any]

    def call(self, args: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
        """Its value; `ExpressionError` when it takes other arguments."""
        try:
            bound = signature(self.function).bind(*args, **options)
        except TypeError as error:
            raise ExpressionError(f"`{self.name}()`: {error}") from error
        return self.function(*bound.args, **bound.kwargs)
