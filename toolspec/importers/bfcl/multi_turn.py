"""Multi-turn entries of BFCL: a scripted user, and the gold calls that answer each message.

A gold call is written as Python, `mv(source='a', destination='b')`; it is parsed and never run.
Arguments without a name take those of the document, in its order. The state that BFCL's own classes
keep is not simulated: every tool gives one result, made from the `response` of its document.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from toolspec.contract import ArgumentValidator, example
from toolspec.importers.bfcl.answers import ImpossibleKey
from toolspec.importers.bfcl.function import Function
from toolspec.importers.bfcl.schema import schema_of
from toolspec.importers.bfcl.shape import texts
from toolspec.jsontypes import Json, JsonObject


def read_turns(
    question: list[Json], key: Json, functions: Mapping[str, Function]
) -> list[JsonObject]:
    """The turns of a case. Raises `ImpossibleKey` when the gold calls cannot be those of one."""
    if not isinstance(key, list) or len(key) != len(question):
        raise ImpossibleKey("the answer key has no list of calls for each turn", "key malformed")
    return [
        {"user": texts(said)[1] or "…", "expect": _expectation(gold, functions)}
        for said, gold in zip(question, key, strict=True)
    ]


def _expectation(gold: Json, functions: Mapping[str, Function]) -> JsonObject:
    if not isinstance(gold, list) or not all(isinstance(each, str) for each in gold):
        raise ImpossibleKey("the calls of a turn are a list of texts", "key malformed")
    calls = [_call(each, functions) for each in gold]
    return {"calls": calls} if calls else {"answer": True}


def _call(text: str, functions: Mapping[str, Function]) -> JsonObject:
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ImpossibleKey("a gold call cannot be read", "key malformed") from error
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise ImpossibleKey("a gold call is a name and its arguments", "key malformed")
    name = node.func.id
    if name not in functions:
        raise ImpossibleKey(f"the entry has no function `{name}`", "function unknown")
    parameters = functions[name].part.value.get("parameters", {"type": "object"})
    args = dict(_arguments(node, list(parameters.get("properties", {}))))
    if ArgumentValidator(parameters).violations(args):
        raise ImpossibleKey(f"the gold call of `{name}` breaks its own document", "gold invalid")
    return {"call": name, "args": args} if args else {"call": name}


def _arguments(node: ast.Call, names: list[str]) -> Iterator[tuple[str, Json]]:
    if len(node.args) > len(names):
        raise ImpossibleKey("a gold call has more arguments than its function", "key malformed")
    yield from zip(names, map(_literal, node.args), strict=False)
    for each in node.keywords:
        if each.arg is None:
            raise ImpossibleKey("a gold call unpacks its arguments", "key malformed")
        yield each.arg, _literal(each.value)


def _literal(node: ast.expr) -> Json:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        raise ImpossibleKey("an argument of a gold call is no literal", "key malformed") from error
    return _as_json(value)


def _as_json(value: object) -> Json:
    if isinstance(value, (list, tuple)):
        return [_as_json(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _as_json(each) for key, each in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ImpossibleKey("an argument of a gold call is no JSON", "key malformed")


def stub_of(document: JsonObject) -> list[JsonObject]:
    """One rule for every call of a function: a result as its `response` describes it."""
    response = document.get("response")
    if not isinstance(response, dict):
        return [{"return": None}]
    schema, _, refusals = schema_of(response, ("response",))
    names = list(schema.get("properties", {}))
    made = None if refusals else example({**schema, "required": names})
    return [{"return": made if isinstance(made, dict) else {}}]
