"""Names of tools that a spec refers to: each must be one of its tools."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.source import PathSteps


def is_tool(
    scope: Scope, name: str, tools: Iterable[str], path: PathSteps, *, at: str = "value"
) -> bool:
    """Whether a tool has this name; report it when none has."""
    return is_known(scope, "tool", name, tools, path, at=at)


def is_known(
    scope: Scope,
    noun: str,
    name: str,
    known: Iterable[str],
    path: PathSteps,
    *,
    at: str = "value",
) -> bool:
    """Whether something of a kind (`noun`) has this name; report it when nothing has."""
    names = tuple(known)
    if name in names:
        return True
    message = f"no {noun} is named `{wording.visible(name)}`"
    scope.error("TS202", message, path, at=at, help=wording.did_you_mean(name, names))
    return False
