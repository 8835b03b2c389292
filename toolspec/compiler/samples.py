"""`samples` of a tool: recorded answers of the real service, which the stub must look like."""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.names import is_known
from toolspec.compiler.returns import Contracts
from toolspec.compiler.scope import Scope
from toolspec.compiler.stub_results import plain_result, results
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Sample, Tool

_UNKNOWN = "anything"


def load_samples(value: JsonObject, path: PathSteps) -> tuple[Sample, ...]:
    """Read the samples of a tool."""
    return tuple(
        Sample(
            args=each.get("args", {}),
            result=each.get("result"),
            error=each.get("error"),
            path=(*path, "samples", index),
        )
        for index, each in enumerate(value.get("samples", ()))
    )


def check_samples(scope: Scope, tool: Tool, value: JsonObject, contracts: Contracts) -> None:
    """Hold the samples against the contract of the tool and against its stub."""
    for sample, written in zip(tool.samples, value.get("samples", ()), strict=True):
        path = sample.path
        if "result" in written and "error" in written:
            message = "`result` and `error` contradict each other"
            scope.error("TS211", message, (*path, "error"), at="key", help="keep one of them")
        elif "result" not in written and "error" not in written:
            message = "a sample has a `result` or an `error`"
            scope.error("TS103", message, path, at="first_key", help="write what came back")
        contracts.check_sample_arguments(sample.args, path)
        if sample.error is not None and tool.errors:
            noun = f"error of `{tool.name}`"
            is_known(scope, noun, sample.error, tool.errors, (*path, "error"))
        if "result" in written:
            contracts.check_sample_result(sample.result, (*path, "result"))
            _check_likeness(scope, sample.result, value.get("stub"), (*path, "result"))


def _check_likeness(scope: Scope, result: Json, stub: Json, path: PathSteps) -> None:
    """Some result of the stub must have the fields of the sample, of the same kinds."""
    if not isinstance(stub, list):
        return
    wanted = _kinds(result)
    nearest: list[str] | None = None
    for place in results(stub, ()):
        answer = plain_result(place.value)
        found = _differences(wanted, _kinds(answer.value, is_open="" in answer.open))
        if not found:
            return
        nearest = found if nearest is None or len(found) < len(nearest) else nearest
    message = "no result of the stub looks like this one"
    if nearest is None:
        message = "the service gave a result, and the stub gives none"
    help = "mend the stub: " + "; ".join(nearest) if nearest else "add a rule with `return`"
    scope.error("TS228", message, path, at="key", help=help)


def _kinds(value: Json, *, is_open: bool = False) -> dict[str, str]:
    """The kind of a value, under the empty name, and of each of its fields; null may be any."""
    kinds = {"": _UNKNOWN if is_open else wording.kind(value)}
    if isinstance(value, dict):
        for key, each in value.items():
            kinds[key] = _UNKNOWN if each is None else wording.kind(each)
    return kinds


def _differences(wanted: dict[str, str], given: dict[str, str]) -> list[str]:
    if _UNKNOWN in (wanted[""], given[""]):
        return []
    if wanted[""] != given[""]:
        return [f"it gives {given['']} and the service {wanted['']}"]
    found = [f"`{key}` is missing" for key in wanted if key not in given]
    found += [f"`{key}` is not in the sample" for key in given if key not in wanted]
    for key, kind in wanted.items():
        if key and _UNKNOWN not in (kind, given.get(key, kind)) and given.get(key, kind) != kind:
            found.append(f"`{key}` is {kind} in the sample and {given[key]} in the stub")
    return found
