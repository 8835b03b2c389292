"""The sandbox in which expressions are evaluated: values of JSON, and bounded work.

Jinja2's immutable sandbox with strict undefined names, narrowed: an attribute of a mapping is
its item and nothing else, only what is listed here can be filtered by, tested or called, and no
operator can make a value that is much larger than its operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any, Final

from jinja2 import StrictUndefined, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from toolspec.expressions.budget import MOST_TEXT, bounded_list, bounded_text, spend, weight
from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.filters import FILTERS, TESTS
from toolspec.expressions.functions import Function
from toolspec.expressions.text_methods import TEXT_METHODS
from toolspec.expressions.values import as_text, missing
from toolspec.wording import visible

# Bits of the whole numbers that multiplication may give.
_MOST_BITS: Final = 4_096
_SHOWN: Final = 60


class _Code(CodeGenerator):
    """Jinja2's compiler, with `~` as an operator of the sandbox."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.concat((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all expressions."""

    code_generator_class = _Code
    intercepted_binops = frozenset({"+", "-", "*", "**", "%", "//", "/"})

    def __init__(self) -> None:
        # Nothing is worked out while an expression is read: there the work is not bounded.
        super().__init__(undefined=StrictUndefined, autoescape=False, optimized=False)
        self.globals.clear()
        self.filters = dict(FILTERS)
        self.tests = dict(TESTS)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An item of a mapping, or a listed method of a text."""
        if isinstance(obj, str) and attribute in TEXT_METHODS:
            return Function(attribute, partial(TEXT_METHODS[attribute], obj))
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An item of a mapping, a list or a text; no attribute."""
        spend(1)
        if isinstance(obj, (Mapping, list, tuple, str)):
            try:
                return obj[argument]
            except (LookupError, TypeError, ValueError):
                pass
        # What is missing is named once, and not again by what is looked for in it.
        if isinstance(obj, Undefined):
            return obj
        return self.undefined(f"there is no `{visible(str(argument)[:_SHOWN])}`")

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """The value of a function; nothing else can be called."""
        if isinstance(obj, Undefined):
            raise ExpressionError(missing(obj))
        if not isinstance(obj, Function):
            raise ExpressionError("only a function can be called")
        return obj.call(args, kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic on numbers of a sensible size; `+` also joins two texts or two lists."""
        both = (left, right)
        for each in both:
            if isinstance(each, Undefined):
                raise ExpressionError(missing(each))
        if all(isinstance(each, (int, float)) for each in both):
            _check_size(left, operator, right)
            return super().call_binop(context, operator, left, right)
        spend(sum(map(weight, both)))
        if operator == "+" and all(isinstance(each, str) for each in both):
            return bounded_text(left + right)
        if operator == "+" and all(isinstance(each, list) for each in both):
            return bounded_list(left + right)
        raise ExpressionError(f"`{operator}` takes two numbers")

    def concat(self, values: Iterable[Any]) -> str:
        """The values written out one after the other."""
        parts = [as_text(each) for each in values]
        if sum(map(len, parts)) > MOST_TEXT:
            raise ExpressionError("the text is too long")
        return "".join(parts)


def _check_size(left: float, operator: str, right: float) -> None:
    if not (isinstance(left, int) and isinstance(right, int)):
        return
    bits = 0
    if operator == "*":
        bits = left.bit_length() + right.bit_length()
    elif operator == "**":
        bits = left.bit_length() * abs(right)
    if bits > _MOST_BITS:
        raise ExpressionError(f"the result of `{operator}` is too large")


@cache
def sandbox() -> Sandbox:
    """The one environment; it holds no state."""
    return Sandbox()
