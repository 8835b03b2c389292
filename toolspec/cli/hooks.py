"""The Python functions of a spec, loaded only when the user allows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from toolspec.diagnostics import Diagnostics
from toolspec.loading import Loaded

if TYPE_CHECKING:
    from toolspec.world import Hook


def hooks_of(loaded: Loaded, problems: Diagnostics, *, allows_hooks: bool) -> Mapping[str, Hook]:
    """The hooks by tool; a spec that needs them and may not have them is refused."""
    tools = [each for each in loaded.spec.tools if each.stub is not None and each.stub.hook]
    if not tools:
        return {}
    where = (*tools[0].path, "stub")
    if not allows_hooks:
        message = f"`{tools[0].name}` answers by a Python function, which runs code"
        help = "look at the code, then add `--allow-hooks`"
        problems.add(loaded.document.diagnostic("TS619", message, where, help=help))
        return {}
    # The simulated world is loaded by no spec that names no function.
    from toolspec.world import HookError, load_hooks

    try:
        return load_hooks(loaded.spec, Path(loaded.document.file).resolve().parent)
    except HookError as error:
        problems.add(loaded.document.diagnostic("TS619", str(error), where))
        return {}
