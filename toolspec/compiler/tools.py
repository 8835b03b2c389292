"""`tools` and `aliases` → `Tool` records, with the contract of each checked."""

from __future__ import annotations

import re

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.contract import lint
from toolspec.jsontypes import JsonObject
from toolspec.provider import ToolDefinition
from toolspec.source import PathSteps
from toolspec.spec import ArgumentRule, Tool

# The alphabet and length that every provider takes; names outside it need a map per provider.
_SAFE_NAME = re.compile(r"^[A-Za-z_][A-Za-z0-9_-]{0,63}$")
_NO_ARGUMENTS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}


def load_tools(scope: Scope) -> tuple[Tool, ...]:
    """Read every tool; names, schemas and argument rules are checked."""
    _check_aliases(scope)
    tools = tuple(_load_tool(scope, name, value) for name, value in scope.root["tools"].items())
    used = {value.get("aliases") for tool in scope.root["tools"].values() for value in tool.get("arguments", {}).values()}
    for table in scope.root.get("aliases", {}):
        if table not in used:
            scope.warning("TS204", f"the alias table `{table}` is not used", ("aliases", table), at="key")
    return tools


def _load_tool(scope: Scope, name: str, value: JsonObject) -> Tool:
    path: PathSteps = ("tools", name)
    if not _SAFE_NAME.match(name):
        scope.error(
            "TS203",
            f"the tool name `{wording.visible(name)}` is not taken by every provider",
            path,
            at="key",
            help="use Latin letters, digits, `_` and `-`, at most 64, not starting with a digit",
        )
    parameters = value.get("parameters", _NO_ARGUMENTS)
    for problem in lint(parameters):
        report = scope.error if problem.severity == "error" else scope.warning
        report(problem.code, problem.message, (*path, "parameters", *problem.path), at=problem.at, help=problem.help)
    effect = value.get("effect", "mutate")
    if "confirm" in value and effect != "mutate":
        scope.error("TS205", f"`confirm` has no meaning for a tool with `effect: {effect}`", (*path, "confirm"), at="key",
                    help="remove it, or write `effect: mutate`")
    return Tool(
        definition=ToolDefinition(name=name, description=value["description"], parameters=parameters),
        effect=effect,
        confirm=value.get("confirm", "explicit"),
        ask=tuple(value.get("ask", ())),
        arguments=tuple(
            (argument, _load_rule(scope, parameters, argument, rule, (*path, "arguments", argument)))
            for argument, rule in value.get("arguments", {}).items()
        ),
        path=path,
    )


def _load_rule(scope: Scope, parameters: JsonObject, argument: str, rule: JsonObject, path: PathSteps) -> ArgumentRule:
    properties = parameters.get("properties")
    declared = properties if isinstance(properties, dict) else {}
    if argument not in declared:
        scope.error("TS201", f"the tool has no argument `{argument}`", path, at="key",
                    help=wording.did_you_mean(argument, declared))
    loose = [key for key in ("normalize", "aliases") if key in rule]
    if rule.get("grounded") and loose:
        scope.error("TS206", f"`{loose[0]}` is never applied to a value that must be given verbatim", (*path, loose[0]), at="key",
                    help="remove it, or remove `grounded: verbatim`")
    tables = scope.root.get("aliases", {})
    table = rule.get("aliases")
    if table is not None and table not in tables:
        scope.error("TS202", f"no alias table is named `{table}`", (*path, "aliases"), help=wording.did_you_mean(table, tables))
    return ArgumentRule(
        is_grounded="grounded" in rule,
        ask=tuple(rule.get("ask", ())),
        normalize=tuple(rule.get("normalize", ())),
        aliases=tuple((value, tuple(spellings)) for value, spellings in tables.get(table, {}).items()),
    )


def _check_aliases(scope: Scope) -> None:
    """A spelling that belongs to two values would make them equal; refuse it."""
    for table, values in scope.root.get("aliases", {}).items():
        seen: dict[str, str] = {}
        for value, spellings in values.items():
            for index, spelling in enumerate([value, *spellings]):
                other = seen.setdefault(spelling, value)
                if other != value:
                    where = ("aliases", table, value, *(() if index == 0 else (index - 1,)))
                    scope.error("TS207", f"`{spelling}` already stands for `{other}`", where)
