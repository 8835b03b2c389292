"""`tools` and `aliases` → `Tool` records, with the contract of each checked."""

from __future__ import annotations

import re

from toolspec import wording
from toolspec.compiler.samples import load_samples
from toolspec.compiler.scope import Scope
from toolspec.compiler.stubs import load_stub
from toolspec.compiler.tool_rules import check_tool_rules, load_errors, load_requirement
from toolspec.contract import lint
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import ToolDefinition
from toolspec.source import PathSteps
from toolspec.spec import ArgumentRule, Tool

# Names that a provider does not take are mapped to others on their way; these no model could read.
_NAME = re.compile(r"[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,126}[^\s\x00-\x1f\x7f])?")
_NO_ARGUMENTS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}


def load_tools(scope: Scope) -> tuple[Tool, ...]:
    """Read every tool; names, schemas and argument rules are checked."""
    _check_aliases(scope)
    return tuple(_load_tool(scope, name, value) for name, value in scope.root["tools"].items())


def _load_tool(scope: Scope, name: str, value: JsonObject) -> Tool:
    path: PathSteps = ("tools", name)
    _check_name(scope, name, path)
    parameters = value.get("parameters", _NO_ARGUMENTS)
    for problem in lint(parameters):
        report = scope.error if problem.severity == "error" else scope.warning
        where = (*path, "parameters", *problem.path)
        report(problem.code, problem.message, where, at=problem.at, help=problem.help)
    effect = value.get("effect", "mutate")
    if "confirm" in value and effect != "mutate":
        scope.error(
            "TS205",
            f"`confirm` has no meaning for a tool with `effect: {effect}`",
            (*path, "confirm"),
            at="key",
            help="remove it, or write `effect: mutate`",
        )
    tool = Tool(
        definition=ToolDefinition(
            name=name,
            description=value["description"],
            parameters=parameters,
            strict=value.get("strict", False),
        ),
        effect=effect,
        confirm=value.get("confirm", "explicit"),
        ask=tuple(value.get("ask", ())),
        arguments=tuple(
            (argument, _load_rule(scope, rule)) for argument, rule in _rules(value).items()
        ),
        path=path,
        returns=value.get("returns"),
        idempotency_key=value.get("idempotency_key"),
        requires=load_requirement(scope, value, path),
        completes=value.get("completes", False),
        errors=load_errors(value),
        stub=load_stub(scope, value.get("stub"), (*path, "stub")),
        samples=load_samples(value, path),
    )
    check_tool_rules(scope, tool, value)
    for argument, rule in _rules(value).items():
        _check_rule(scope, tool, argument, rule, (*path, "arguments", argument))
    return tool


def _rules(value: JsonObject) -> JsonObject:
    rules: JsonObject = value.get("arguments", {})
    return rules


def _check_name(scope: Scope, name: str, path: PathSteps) -> None:
    if not _NAME.fullmatch(name):
        scope.error(
            "TS203",
            f"`{wording.visible(name)}` cannot be the name of a tool",
            path,
            at="key",
            help="use 1 to 128 characters on one line, without blanks around them",
        )


def _load_rule(scope: Scope, rule: JsonObject) -> ArgumentRule:
    table = scope.root.get("aliases", {}).get(rule.get("aliases"), {})
    return ArgumentRule(
        is_grounded="grounded" in rule,
        ask=tuple(rule.get("ask", ())),
        normalize=tuple(rule.get("normalize", ())),
        aliases=tuple((value, tuple(spellings)) for value, spellings in table.items()),
    )


def _check_rule(scope: Scope, tool: Tool, argument: str, rule: JsonObject, path: PathSteps) -> None:
    if not tool.may_have(argument):
        scope.error(
            "TS201",
            f"the tool has no argument `{wording.visible(argument)}`",
            path,
            at="key",
            help=wording.did_you_mean(argument, tool.properties),
        )
    table, tables = rule.get("aliases"), scope.root.get("aliases", {})
    if table is not None and table not in tables:
        help = wording.did_you_mean(table, tables)
        scope.error("TS202", f"no alias table is named `{table}`", (*path, "aliases"), help=help)
    for key in ("normalize", "aliases"):
        if key not in rule:
            continue
        if "grounded" in rule:
            message = f"`{key}` is never applied to a value that must be given verbatim"
            help = "remove it, or remove `grounded: verbatim`"
            scope.error("TS206", message, (*path, key), at="key", help=help)
        elif not _may_be_text(tool.properties.get(argument)):
            message = f"`{key}` is applied to texts, and `{argument}` is none"
            scope.error("TS206", message, (*path, key), at="key", help="remove it")


def _may_be_text(schema: Json) -> bool:
    """Whether an argument can be a text, or a list or mapping that holds texts."""
    declared = schema.get("type") if isinstance(schema, dict) else None
    types = declared if isinstance(declared, list) else [declared]
    return any(each not in ("integer", "number", "boolean", "null") for each in types)


def _check_aliases(scope: Scope) -> None:
    used = {
        rule.get("aliases")
        for tool in scope.root["tools"].values()
        for rule in _rules(tool).values()
    }
    for table, values in scope.root.get("aliases", {}).items():
        if table not in used:
            message = f"the alias table `{wording.visible(table)}` is not used"
            scope.warning("TS204", message, ("aliases", table), at="key")
        _check_spellings(scope, table, values)


def _check_spellings(scope: Scope, table: str, values: dict[str, list[str]]) -> None:
    """A spelling that belongs to two values would make them equal; refuse it."""
    owners = {value: value for value in values}
    for value, spellings in values.items():
        for index, spelling in enumerate(spellings):
            owner = owners.setdefault(spelling, value)
            if owner != value:
                where = ("aliases", table, value, index)
                stands = "is a value itself" if owner == spelling else f"stands for `{owner}`"
                scope.error("TS207", f"`{spelling}` already {stands}", where)
