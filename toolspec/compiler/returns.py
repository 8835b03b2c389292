"""`returns` of a tool: the schema itself, and results that are held against it."""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.conditions import has_condition
from toolspec.compiler.scope import Scope
from toolspec.compiler.stub_results import plain_result
from toolspec.contract import ArgumentValidator, BrokenSchema, ValidationTimeout, Violation, lint
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Tool

# What is wanted of arguments only: a result may be of any type, may hold more, may be vague.
_OF_ARGUMENTS = frozenset({"TS317", "TS318", "TS319"})


def check_returns(scope: Scope, returns: JsonObject | None, path: PathSteps) -> None:
    """Report the problems of the schema of results."""
    for problem in lint(returns) if returns is not None else ():
        if problem.code not in _OF_ARGUMENTS:
            report = scope.error if problem.severity == "error" else scope.warning
            where = (*path, *problem.path)
            report(problem.code, problem.message, where, at=problem.at, help=problem.help)


class Contracts:
    """Holds values against the schemas of one tool; a schema that is refused allows all."""

    def __init__(self, scope: Scope, tool: Tool) -> None:
        self._scope = scope
        self._name = tool.name
        self._parameters = _validator(tool.definition.parameters)
        self._returns = None if tool.returns is None else _validator(tool.returns)
        self._is_conditional = has_condition(tool.returns)

    def check_result(self, result: Json, path: PathSteps) -> None:
        """Report where a result of the stub breaks `returns`, whatever its templates give."""
        plain = plain_result(result)
        if plain.open and self._is_conditional:
            return
        for each in self._violations(self._returns, plain.value, path):
            if not plain.is_open(each.pointer):
                self._report("TS227", f"this breaks `returns`: {_worded(each)}", path, each)

    def check_sample_result(self, result: Json, path: PathSteps) -> None:
        """Report where a recorded result breaks `returns`."""
        for each in self._violations(self._returns, result, path):
            self._report("TS228", f"the service breaks `returns`: {_worded(each)}", path, each)

    def check_sample_arguments(self, args: JsonObject, path: PathSteps) -> None:
        """Report where recorded arguments break the `parameters`."""
        for each in self._violations(self._parameters, args, path):
            message = f"no valid call has these arguments: {each.message}"
            self._report("TS228", message, (*path, "args"), each)

    def _violations(
        self, validator: ArgumentValidator | None, value: Json, path: PathSteps
    ) -> tuple[Violation, ...]:
        try:
            return () if validator is None else validator.violations(value)
        except ValidationTimeout as error:
            self._scope.error("TS227", f"this cannot be checked: {error}", path)
            return ()

    def _report(self, code: str, message: str, path: PathSteps, found: Violation) -> None:
        try:
            where = self._scope.below(path, found.pointer)
        except KeyError:
            where = path
        help = f"mend it, or the schema of `{self._name}`"
        self._scope.error(code, message, where, help=help)


def _validator(schema: JsonObject) -> ArgumentValidator | None:
    try:
        return ArgumentValidator(schema)
    except BrokenSchema:
        return None


def _worded(violation: Violation) -> str:
    """What is wrong with a result; the contract speaks of arguments."""
    field = violation.pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    if violation.code == "missing_argument":
        return f"the field `{wording.visible(field)}` is missing"
    if violation.code == "extra_argument":
        return f"the field `{wording.visible(field)}` is not declared"
    return violation.message
