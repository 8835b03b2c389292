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
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Protocol

from toolspec.diagnostics import ToolspecError
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import identical
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
    """Import the hooks that a spec names, by tool: from files beside it, or installed modules.

    This runs code that the spec names, so it is called only when the user allows it. Raises
    `HookError`.
    """
    named = {each.name: each.stub.hook for each in spec.tools if each.stub and each.stub.hook}
    if named and str(folder) not in sys.path:
        # Last, so that no file beside a spec takes the place of an installed module.
        sys.path.append(str(folder))
    return {tool: _load(text, folder) for tool, text in named.items()}


def _load(text: str, folder: Path) -> Hook:
    module, _, name = text.partition(":")
    try:
        found: Hook = getattr(_module(module, folder), name)
    # A module runs as it is imported, so anything may be raised here.
    except Exception as error:
        raise HookError(f"the hook `{text}` cannot be loaded: {error}") from error
    if not callable(found):
        raise HookError(f"the hook `{text}` is no function")
    return found


def _module(name: str, folder: Path) -> ModuleType:
    """A module beside the spec has a name of its own: two specs may call theirs the same."""
    file = folder / f"{name}.py"
    if not file.is_file():
        return importlib.import_module(name)
    own = f"toolspec_hooks.{sha256(str(file.resolve()).encode()).hexdigest()[:16]}"
    if own in sys.modules:
        return sys.modules[own]
    found = spec_from_file_location(own, file)
    if found is None or found.loader is None:
        raise ImportError(f"`{file.name}` cannot be read")
    module = sys.modules[own] = module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[own]
        raise
    return module


def changes_between(before: Json, after: Json, steps: tuple[str | int, ...] = ()) -> list[Change]:
    """The writes that lead from one state to another: mappings key by key, the rest as a whole."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [] if identical(before, after) else [Change(op="set", steps=steps, value=after)]
    gone = [Change(op="delete", steps=(*steps, key)) for key in before if key not in after]
    changed = []
    for key, value in after.items():
        if key in before:
            changed += changes_between(before[key], value, (*steps, key))
        else:
            changed.append(Change(op="set", steps=(*steps, key), value=value))
    return gone + changed
