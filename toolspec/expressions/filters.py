"""The filters and tests of expressions: a closed list, with bounded work.

Most are Jinja2's own. Those whose work or whose result one argument can blow up are written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from jinja2 import Undefined, pass_environment
from jinja2.environment import Environment
from jinja2.filters import FILTERS as JINJA_FILTERS
from jinja2.filters import do_round, make_attrgetter
from jinja2.tests import TESTS as JINJA_TESTS

from toolspec.expressions.budget import MOST_TEXT, all_metered, bounded_list
from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.text_methods import replace, strip
from toolspec.expressions.values import as_text, missing
from toolspec.wording import kind

_Functions: TypeAlias = Mapping[str, Callable[..., Any]]

_LONGEST_NUMBER: Final = 1_000
_FINEST: Final = 300


@pass_environment
def _join(environment: Environment, value: Any, by: str = "", attribute: Any = None) -> str:
    get = make_attrgetter(environment, attribute)
    size = 0
    parts: list[str] = []
    for each in value:
        parts.append(as_text(get(each)))
        size += len(parts[-1]) + len(by)
        if size > MOST_TEXT + len(by):
            raise ExpressionError("the text is too long")
    return by.join(parts)


@pass_environment
def _sum(environment: Environment, value: Any, attribute: Any = None, start: float = 0) -> Any:
    get = make_attrgetter(environment, attribute)
    total: Any = start
    for each in value:
        number = get(each)
        if isinstance(number, Undefined):
            raise ExpressionError(missing(number))
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise ExpressionError(f"`sum` takes numbers, not {kind(number)}")
        total += number
    return total


def _items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, Undefined):
        raise ExpressionError(missing(value))
    if not isinstance(value, Mapping):
        raise ExpressionError(f"`items` takes a mapping, not {kind(value)}")
    return list(value.items())


def _int(value: Any, default: Any = 0) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST_NUMBER:
        raise ExpressionError("the text is too long for a number")
    for read in (int, lambda each: int(float(each))):
        try:
            return read(value)
        except (TypeError, ValueError, OverflowError):
            continue
    return default


def _round(value: Any, precision: int = 0, method: Any = "common") -> Any:
    if not isinstance(precision, int) or abs(precision) > _FINEST:
        raise ExpressionError(f"`round` takes a precision of at most {_FINEST} digits")
    return do_round(value, precision, method)


_OWN_FILTERS: Final[_Functions] = {
    "int": _int,
    "items": _items,
    "join": _join,
    "list": bounded_list,
    "replace": replace,
    "round": _round,
    "string": as_text,
    "sum": _sum,
    "trim": strip,
}
_JINJA_FILTERS: Final[_Functions] = {
    name: JINJA_FILTERS[name]
    for name in (
        *("abs", "default", "first", "float", "last", "length", "lower", "map", "max", "min"),
        *("reject", "rejectattr", "reverse", "select", "selectattr", "sort", "unique", "upper"),
    )
}
# Their type says `function`, which Jinja2 means as `Callable`.
_KNOWN_TESTS: Final[Mapping[str, Any]] = JINJA_TESTS
_TESTS: Final[_Functions] = {
    name: _KNOWN_TESTS[name]
    for name in (
        *("boolean", "defined", "divisibleby", "even", "false", "float", "in", "integer"),
        *("iterable", "lower", "mapping", "none", "number", "odd", "sequence", "string", "true"),
        *("undefined", "upper", "eq", "equalto", "ge", "greaterthan", "gt", "le", "lessthan"),
        *("lt", "ne", "==", "!=", "<", "<=", ">", ">="),
    )
}

FILTERS: Final = all_metered({**_JINJA_FILTERS, **_OWN_FILTERS})
TESTS: Final = all_metered(_TESTS)
