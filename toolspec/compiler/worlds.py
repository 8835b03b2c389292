"""`world` of a spec and of its cases → `World` records."""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.contract import matches_format
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Principal, World

# What only a run on the simulated tools looks at.
_OF_WHOLE_RUNS = ("principal", "state")


def load_world(scope: Scope) -> World:
    """Read the `world` of the spec."""
    return _load(scope, scope.root.get("world", {}), ("world",), World())


def load_case_world(
    scope: Scope, case: JsonObject, path: PathSteps, base: World, *, is_done: bool
) -> World | None:
    """Read the `world` of a case, laid over that of the spec; null where it has none."""
    value = case.get("world")
    if value is None:
        return None
    where: PathSteps = (*path, "world")
    for key in _OF_WHOLE_RUNS:
        if key in value and not is_done:
            message = f"`{key}` is for the simulated tools, and only the first decision is run"
            help = "write `until: done`, or remove it"
            scope.error("TS232", message, (*where, key), at="key", help=help)
    return _load(scope, value, where, base)


def _load(scope: Scope, value: JsonObject, path: PathSteps, base: World) -> World:
    """A world whose keys replace those of `base`, and whose collections those of its state."""
    principal = base.principal
    if "principal" in value:
        principal = Principal(
            user=value["principal"].get("user"),
            tenant=value["principal"].get("tenant"),
            scopes=tuple(dict.fromkeys(value["principal"].get("scopes", ()))),
        )
    return World(
        clock=_clock(scope, value, path) or base.clock,
        principal=principal,
        state={**base.state, **value.get("state", {})},
        secrets=tuple(value.get("secrets", base.secrets)),
    )


def _clock(scope: Scope, value: JsonObject, path: PathSteps) -> str | None:
    clock: str | None = value.get("clock")
    if clock is not None and not matches_format("date-time", clock):
        message = f"{wording.shown(clock)} is not a time with an offset"
        help = "write it as `2026-04-01T09:00:00+03:00`"
        scope.error("TS106", message, (*path, "clock"), help=help)
    return clock
