"""The sandbox in which expressions are evaluated: values of JSON, and bounded work.

Jinja2's immutable sandbox with strict undefined names, narrowed: an attribute of a mapping is
its item and nothing else, only what is listed here can be filtered by, tested or called, and no
operator can make a value that is much larger than its operands.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any, Final

from jinja2 import StrictUndefined, Undefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_ITEMS: Final = 100_000
MOST_TEXT: Final = 1_000_000
_MOST_DIGITS: Final = 1_000

_FILTERS: Final = frozenset(
    {"abs", "default", "first", "float", "int", "items", "join", "last", "length", "list", "lower"}
    | {"map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round", "select"}
    | {"selectattr", "sort", "string", "sum", "trim", "unique", "upper"}
)
_TESTS: Final = frozenset(
    {"boolean", "defined", "divisibleby", "even", "false", "float", "in", "integer", "iterable"}
    | {"lower", "mapping", "none", "number", "odd", "sequence", "string", "true", "undefined"}
    | {"upper", "eq", "equalto", "ge", "greaterthan", "gt", "le", "lessthan", "lt", "ne"}
    | {"==", "!=", "<", "<=", ">", ">="}
)
_TEXT_METHODS: Final = frozenset({"startswith", "endswith", "lower", "upper", "strip", "split"})


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all expressions."""

    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "/"})

    def __init__(self) -> None:
        super().__init__(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
        self.globals.clear()
        self.filters = {name: each for name, each in self.filters.items() if name in _FILTERS}
        self.tests = {name: each for name, each in self.tests.items() if name in _TESTS}
        self.filters["join"] = _join
        self.filters["replace"] = _replace
        self.filters["sum"] = _sum

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An item of a mapping, or a listed method of a text."""
        if isinstance(obj, str) and attribute in _TEXT_METHODS:
            return getattr(obj, attribute)
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An item of a mapping, a list or a text; no attribute."""
        if isinstance(obj, (Mapping, list, tuple, str)):
            try:
                return obj[argument]
            except (LookupError, TypeError):
                pass
        # What is missing is named once, and not again by what is looked for in it.
        return obj if isinstance(obj, Undefined) else self.undefined(f"there is no `{argument}`")

    def is_safe_callable(self, obj: Any) -> bool:
        """Only the documented functions, and the listed methods of texts."""
        if getattr(obj, "is_offered", False):
            return True
        return isinstance(getattr(obj, "__self__", None), str) and obj.__name__ in _TEXT_METHODS

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic on numbers of a sensible size; `+` also joins two texts or two lists."""
        both = (left, right)
        if all(isinstance(each, (int, float)) for each in both):
            if operator in ("*", "**") and _digits(left, operator, right) > _MOST_DIGITS:
                raise SecurityError(f"the result of `{operator}` is too large")
            return super().call_binop(context, operator, left, right)
        is_joined = any(all(isinstance(each, kind) for each in both) for kind in (str, list))
        if operator == "+" and is_joined:
            return _bounded(left + right)
        raise SecurityError(f"`{operator}` takes two numbers")


def _digits(left: float, operator: str, right: float) -> float:
    sizes = [len(str(abs(each))) for each in (left, right)]
    return sizes[0] * abs(right) if operator == "**" else sum(sizes)


def _bounded(value: Any) -> Any:
    limit = MOST_TEXT if isinstance(value, str) else MOST_ITEMS
    if len(value) > limit:
        raise SecurityError("the value is too large")
    return value


def _join(value: Any, by: str = "", attribute: str | None = None) -> str:
    """Texts put together; with `attribute`, that of each item."""
    parts: list[str] = []
    size = 0
    for each in islice(value, MOST_ITEMS):
        part = str(each if attribute is None else each[attribute])
        size += len(part) + len(by)
        if size > MOST_TEXT:
            raise SecurityError("the text is too large")
        parts.append(part)
    return by.join(parts)


def _replace(value: str, old: str, new: str) -> str:
    if not old or len(value) + value.count(old) * len(new) > MOST_TEXT:
        raise SecurityError("the text is too large")
    return value.replace(old, new)


def _sum(value: Any, attribute: str | None = None, start: float = 0) -> Any:
    """The sum of numbers; with `attribute`, of that of each item."""
    total: Any = start
    for each in value:
        number = each if attribute is None else each[attribute]
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise SecurityError("`sum` takes numbers")
        total += number
    return total


@cache
def sandbox() -> Sandbox:
    """The one environment; it holds no state."""
    return Sandbox()


def unpacks(tree: nodes.Node) -> bool:
    """Whether an expression unpacks arguments, which none needs."""
    calls = tree.find_all(nodes.Call)
    return any(each.dyn_args is not None or each.dyn_kwargs is not None for each in calls)
