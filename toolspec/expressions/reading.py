"""From the text of an expression to what evaluates it; here alone Jinja2 reads and compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from jinja2 import TemplateSyntaxError, nodes
from jinja2.environment import TemplateExpression
from jinja2.parser import Parser

from toolspec.expressions.budget import limited_work
from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.filters import FILTERS, TESTS
from toolspec.expressions.sandbox import sandbox
from toolspec.expressions.text_methods import TEXT_METHODS
from toolspec.expressions.values import as_json
from toolspec.jsontypes import Json
from toolspec.wording import did_you_mean, visible

Evaluate: TypeAlias = Callable[[Mapping[str, object]], Json]

_DEEPEST: Final = 90
# Filters that take the name of a filter or a test, and which of their arguments that is.
_BY_NAME: Final = {"map": 0, "select": 0, "reject": 0, "selectattr": 1, "rejectattr": 1}


def read(text: str) -> tuple[frozenset[str], Evaluate]:
    """The names that an expression needs, and what gives its value; may raise `ExpressionError`."""
    try:
        tree = _parsed(text)
        names = frozenset(_names(tree))
        result = nodes.Assign(nodes.Name("result", "store"), tree, lineno=1)
        template = sandbox().from_string(nodes.Template([result], lineno=1))
    except TemplateSyntaxError as error:
        raise ExpressionError(_said(error.message)) from error
    # Python itself cannot read what nests too deeply.
    except (RecursionError, SyntaxError, MemoryError) as error:
        raise ExpressionError("it nests too deeply") from error
    compiled = TemplateExpression(template, undefined_to_none=False)

    def evaluate(values: Mapping[str, object]) -> Json:
        with limited_work():
            return as_json(compiled(values))

    return names, evaluate


def _parsed(text: str) -> nodes.Expr:
    parser = Parser(sandbox(), text, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        raise ExpressionError("it is not one expression")
    tree.set_environment(sandbox())
    return tree


def _names(tree: nodes.Node) -> Iterator[str]:
    """The names in a tree, each part of which is checked on the way."""
    waiting = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > _DEEPEST:
            raise ExpressionError("it nests too deeply")
        match node:
            case nodes.Name():
                yield node.name
            case nodes.Call():
                _check_call(node)
            case nodes.Filter() | nodes.Test():
                _check_filter(node)
        waiting.extend((each, depth + 1) for each in node.iter_child_nodes())


def _check_call(node: nodes.Call) -> None:
    _check_unpacking(node)
    match node.node:
        case nodes.Name():
            return
        case nodes.Getattr(attr=method):
            if method not in TEXT_METHODS:
                hint = did_you_mean(method, TEXT_METHODS)
                raise ExpressionError(f"there is no method `{visible(method)}`; {hint}")
        case _:
            raise ExpressionError("only a function can be called")


def _check_filter(node: nodes.Filter | nodes.Test) -> None:
    _check_unpacking(node)
    _check_known(node.name, isinstance(node, nodes.Filter))
    place = _BY_NAME.get(node.name) if isinstance(node, nodes.Filter) else None
    if place is None or len(node.args) <= place:
        return
    name = node.args[place]
    if not isinstance(name, nodes.Const):
        raise ExpressionError(f"`{node.name}` needs a name that is written out in quotes")
    _check_known(str(name.value), node.name == "map")


def _check_known(name: str, is_filter: bool) -> None:
    known: Mapping[str, Any] = FILTERS if is_filter else TESTS
    if name not in known:
        noun = "filter" if is_filter else "test"
        hint = did_you_mean(name, filter(str.isalpha, known))
        raise ExpressionError(f"there is no {noun} `{visible(name)}`; {hint}")


def _check_unpacking(node: nodes.Call | nodes.Filter | nodes.Test) -> None:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise ExpressionError("arguments cannot be unpacked")


def _said(message: str | None) -> str:
    text = (message or "it cannot be read").rstrip(".").replace("end of template", "its end")
    return text[:1].lower() + text[1:]
