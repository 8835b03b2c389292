"""Python functions that answer for a tool, where a spec names one and the user allows it.

A hook is `function(args, state, world)`: the arguments, a copy of the state that it may change, and
a `HookWorld`. It returns the result, or raises `ToolError`. What it changed in the state is
committed; a function that raises changes nothing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from toolspec.diagnostics import ToolspecError
from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Spec
from toolspec.world.ledger import Change


class ToolError(Exception):
    """The tool answers with an error: `code` as in `errors`, `message` for the model."""

    def __init__(self, code: str, message: str | None = None) -> None:
        self.code, self.message = code, message
        super().__init__(code)


class HookError(ToolspecError):
    """A hook cannot be loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookWorld:
    """What a hook may know besides: the virtual time, and on whose behalf the call is made."""

    clock: str | None
    principal: JsonObject | None


class Hook(Protocol):
    """A function that answers for a tool."""

    def __call__(self, args: JsonObject, state: JsonObject, world: HookWorld) -> Json:
        """Give the result; may change `state`."""


def load_hooks(spec: Spec, folder: Path) -> Mapping[str, Hook]:
    """Import the hooks that a spec names, by tool; modules may lie beside the spec.

    This runs code that the spec names, so it is called only when the user allows it. Raises
    `HookError`.
    """
    named = {each.name: each.stub.hook for each in spec.tools if each.stub and each.stub.hook}
    if named and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return {tool: _load(text) for tool, text in named.items()}


def _load(text: str) -> Hook:
    module, _, name = text.partition(":")
    try:
        found: Hook = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise HookError(f"the hook `{text}` cannot be loaded: {error}") from error
    return found


def changes_between(before: Json, after: Json, steps: tuple[str | int, ...] = ()) -> list[Change]:
    """The writes that lead from one state to another: mappings key by key, the rest as a whole."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [] if before == after else [Change(op="set", steps=steps, value=after)]
    gone = [Change(op="delete", steps=(*steps, key)) for key in before if key not in after]
    changed = []
    for key, value in after.items():
        if key in before:
            changed += changes_between(before[key], value, (*steps, key))
        else:
            changed.append(Change(op="set", steps=(*steps, key), value=value))
    return gone + changed
