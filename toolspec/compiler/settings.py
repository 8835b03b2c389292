"""`run`, `targets` and `contract` → their records.

`${NAME}` stays as written; `environment` resolves it.
"""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.environment import malformed_reference
from toolspec.compiler.scope import Scope
from toolspec.dialect import LIMITS, SUBJECTS, Fact
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import NamedTool, ToolChoice
from toolspec.simulated import MUTANT_PREFIX, REFERENCE
from toolspec.source import PathSteps
from toolspec.spec import ContractRules, RetryPolicy, RunSettings, Target, Tool
from toolspec.urls import is_http_url, secrets_in

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}


def load_run(scope: Scope, tools: tuple[Tool, ...]) -> RunSettings:
    """Read `run`; what is left out keeps its default."""
    value: JsonObject = scope.root.get("run", {})
    retry = value.get("retry", {})
    default = RetryPolicy()
    return RunSettings(
        temperature=value.get("temperature"),
        max_output_tokens=_whole(value.get("max_output_tokens")),
        seed=_whole(value.get("seed")),
        tool_choice=_tool_choice(scope, value.get("tool_choice"), tools),
        parallel_tool_calls=value.get("parallel_tool_calls"),
        repetitions=int(value.get("repetitions", 1)),
        parallelism=int(value.get("parallelism", 4)),
        timeout_s=seconds(value.get("timeout", 60)),
        retry=RetryPolicy(
            attempts=int(retry.get("attempts", default.attempts)),
            on=tuple(_reason(each) for each in retry.get("on", default.on)),
            max_wait_s=seconds(retry.get("max_wait", default.max_wait_s)),
        ),
        max_steps=int(value.get("max_steps", 8)),
        repeat_limit=int(value.get("repeat_limit", 4)),
        attempt_tokens=_whole(value.get("attempt_tokens")),
        max_result_chars=_whole(value.get("max_result_chars")),
    )


def _tool_choice(scope: Scope, value: Json, tools: tuple[Tool, ...]) -> ToolChoice | None:
    if not isinstance(value, dict):
        choice: ToolChoice | None = value
        return choice
    name, names = value["tool"], [each.name for each in tools]
    if name not in names:
        message = f"no tool is named `{wording.visible(name)}`"
        help = wording.did_you_mean(name, names)
        scope.error("TS202", message, ("run", "tool_choice", "tool"), help=help)
    return NamedTool(name)


def load_contract(scope: Scope, tools: tuple[Tool, ...]) -> ContractRules:
    """Read `contract`; single tools must exist."""
    value: JsonObject = scope.root.get("contract", {})
    names = [each.name for each in tools]
    for name in value.get("tools", {}):
        if name not in names:
            message = f"no tool is named `{wording.visible(name)}`"
            help = wording.did_you_mean(name, names)
            scope.error("TS202", message, ("contract", "tools", name), at="key", help=help)
    return ContractRules(accept=value.get("accept", "lossy"), tools=value.get("tools", {}))


def _whole(number: float | None) -> int | None:
    """A whole number as such: `5e2` is read as 500.0, which not every provider takes."""
    return None if number is None else int(number)


def _reason(value: Json) -> str:
    return value if isinstance(value, str) else str(int(value))


def seconds(duration: Json) -> float:
    """A duration of the language in seconds: a number, or a text with `ms`, `s` or `m`."""
    if isinstance(duration, int | float):
        return float(duration)
    unit = next(each for each in ("ms", "s", "m") if duration.endswith(each))
    return float(duration.removesuffix(unit)) * _UNITS[unit]


def load_targets(scope: Scope, adapters: tuple[str, ...]) -> tuple[Target, ...]:
    """Read every target; the adapter must exist, and no secret may stand in the file."""
    targets = []
    for name, value in scope.root.get("targets", {}).items():
        path: PathSteps = ("targets", name)
        if name == REFERENCE or name.startswith(MUTANT_PREFIX):
            scope.error(
                "TS209",
                f"`{name}` is the name of a built-in model",
                path,
                at="key",
                help="choose another name",
            )
        if value["adapter"] not in adapters:
            scope.error(
                "TS202",
                f"no adapter is named `{value['adapter']}`",
                (*path, "adapter"),
                help=wording.did_you_mean(value["adapter"], adapters),
            )
        for key in ("model", "base_url"):
            _check_reference(scope, value.get(key, ""), (*path, key))
        _check_base_url(scope, value.get("base_url"), (*path, "base_url"))
        if value.get("stream"):
            message = "answers are read as a whole; streaming is not supported"
            scope.error("TS404", message, (*path, "stream"), help="remove it, or write `false`")
        targets.append(
            Target(
                name=name,
                adapter=value["adapter"],
                model=value["model"],
                base_url=value.get("base_url"),
                key_env=value.get("key_env"),
                output_limit_field=value.get("output_limit_field"),
                tool_mode=value.get("tool_mode", "native"),
                takes=_facts(scope, value, path, "takes", SUBJECTS),
                limits=_facts(scope, value, path, "limits", LIMITS),
            )
        )
    return tuple(targets)


def _facts(
    scope: Scope, value: JsonObject, path: PathSteps, key: str, known: tuple[str, ...]
) -> dict[str, Fact]:
    """What a target says of its model; the names are those of the dialects."""
    said: JsonObject = value.get(key, {})
    for name in said:
        if name not in known:
            message = f"nothing is known as `{wording.visible(name)}`"
            help = wording.did_you_mean(name, known)
            scope.error("TS202", message, (*path, key, name), at="key", help=help)
    return {name: Fact(value=each, source="the spec", date="") for name, each in said.items()}


def _check_reference(scope: Scope, text: str, path: PathSteps) -> None:
    malformed = malformed_reference(text)
    if malformed is not None:
        help = "letters, digits and `_`, as in `${MODEL_A}`"
        scope.error("TS106", f"`{malformed}` names no environment variable", path, help=help)


def _check_base_url(scope: Scope, url: str | None, path: PathSteps) -> None:
    if url is None:
        return
    if "${" not in url and not is_http_url(url):
        help = "write `https://host/v1`"
        scope.error("TS222", "this is not an http or https address", path, help=help)
    elif any("${" not in each for each in secrets_in(url)):
        help = 'take it from the environment: `base_url: "${NAME}"`'
        scope.error("TS603", "this address may carry a secret", path, help=help)
