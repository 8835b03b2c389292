"""The work that one evaluation may do, so that no data can make an expression run for long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final

from toolspec.expressions.errors import ExpressionError

# Items of one list, characters of one text, and both together in one evaluation.
MOST_ITEMS: Final = 100_000
MOST_TEXT: Final = 1_000_000
_MOST_WORK: Final = 3_000_000

_left: ContextVar[int] = ContextVar("work left")


@contextmanager
def limited_work() -> Iterator[None]:
    """One evaluation, with all its work still before it."""
    token = _left.set(_MOST_WORK)
    try:
        yield
    finally:
        _left.reset(token)


def spend(work: int) -> None:
    """Count work that is about to be done; `ExpressionError` when it is more than is left."""
    left = _left.get() - work
    if left < 0:
        raise ExpressionError("it is too much work")
    _left.set(left)


def weight(value: object) -> int:
    """The work of going through a value once: its characters or its items."""
    return 1 + len(value) if isinstance(value, (str, list, tuple, dict)) else 1


def bounded_text(text: str) -> str:
    """The text itself; `ExpressionError` when it is too long."""
    if len(text) > MOST_TEXT:
        raise ExpressionError("the text is too long")
    return text


def bounded_list(items: Iterable[object]) -> list[object]:
    """The items as a list; `ExpressionError` when there are too many."""
    listed: list[object] = []
    for each in items:
        if len(listed) >= MOST_ITEMS:
            raise ExpressionError(f"a list of more than {MOST_ITEMS:,} items")
        listed.append(each)
    return listed


def metered(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function with its work counted, and with its name in what goes wrong."""

    @wraps(function)
    def counted(*args: Any, **options: Any) -> Any:
        spend(sum(map(weight, (*args, *options.values()))))
        try:
            result = function(*args, **options)
        except (TypeError, ValueError, AttributeError) as error:
            reason = str(error).removeprefix(f"{function.__name__}() ")
            raise ExpressionError(f"`{name}`: {reason}") from error
        spend(weight(result))
        return result

    return counted


def all_metered(functions: Mapping[str, Callable[..., Any]]) -> Mapping[str, Callable[..., Any]]:
    """The same functions, each metered under its name."""
    return {name: metered(name, each) for name, each in functions.items()}
