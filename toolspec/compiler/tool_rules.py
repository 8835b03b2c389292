"""What only a run on the simulated tools asks of a tool: errors, permission, one intent once."""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.formulas import CALL_NAMES, check_expression
from toolspec.compiler.names import is_known
from toolspec.compiler.returns import Contracts, check_returns
from toolspec.compiler.samples import check_samples
from toolspec.compiler.scope import Scope
from toolspec.compiler.stub_results import error_codes, results, writing_keys
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import ErrorRule, Requirement, Tool


def load_errors(value: JsonObject) -> dict[str, ErrorRule]:
    """Read what each error code of a tool means."""
    return {code: _error_rule(rule) for code, rule in value.get("errors", {}).items()}


def _error_rule(rule: Json) -> ErrorRule:
    if isinstance(rule, str):
        return ErrorRule(is_transient=rule == "transient")
    repeats = rule["transient"]
    return ErrorRule(
        is_transient=True,
        retries=int(repeats.get("exactly", repeats.get("retries"))),
        is_exact="exactly" in repeats,
    )


def load_requirement(scope: Scope, value: JsonObject, path: PathSteps) -> Requirement:
    """Read what a caller of a tool must be allowed."""
    requires = value.get("requires", {})
    tenant = requires.get("tenant")
    if tenant is not None:
        check_expression(scope, tenant, (*path, "requires", "tenant"), CALL_NAMES)
    return Requirement(scopes=tuple(dict.fromkeys(requires.get("scopes", ()))), tenant=tenant)


def check_tool_rules(scope: Scope, tool: Tool, value: JsonObject) -> None:
    """Check the key of one intent, the answers of the stub, and the samples."""
    _check_key(scope, tool)
    check_returns(scope, tool.returns, (*tool.path, "returns"))
    stub, path = value.get("stub"), (*tool.path, "stub")
    contracts = Contracts(scope, tool)
    for place in results(stub, path):
        contracts.check_result(place.value, place.path)
    if tool.errors:
        for place in error_codes(stub, path):
            is_known(scope, f"error of `{tool.name}`", place.value, tool.errors, place.path)
    if tool.effect == "read":
        for where in writing_keys(stub, path):
            message = f"`{where[-1]}` changes data, and the tool has `effect: read`"
            help = "remove it, or write `effect: mutate`"
            scope.error("TS211", message, where, at="key", help=help)
    _check_cursors(scope, tool)
    check_samples(scope, tool, value, contracts)


def _check_key(scope: Scope, tool: Tool) -> None:
    key, path = tool.idempotency_key, (*tool.path, "idempotency_key")
    if key is None:
        return
    if not tool.may_have(key):
        message = f"the tool has no argument `{wording.visible(key)}`"
        help = wording.did_you_mean(key, tool.properties)
        scope.error("TS201", message, path, help=help)
    if tool.effect == "read":
        message = "a tool with `effect: read` changes nothing, so no call of it is done twice"
        help = "remove it, or write `effect: mutate`"
        scope.error("TS212", message, path, at="key", help=help)


def _check_cursors(scope: Scope, tool: Tool) -> None:
    """Report pages after the first that no call could ask for."""
    for rule in () if tool.stub is None else tool.stub.rules:
        if rule.pages is not None and not tool.may_have(rule.pages.cursor):
            message = f"the tool has no argument `{wording.visible(rule.pages.cursor)}`"
            help = wording.did_you_mean(rule.pages.cursor, tool.properties)
            scope.error("TS201", message, (*rule.path, "pages", "cursor"), help=help)
