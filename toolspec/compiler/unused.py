"""Faults and trajectories that no case uses: they would stand there for nothing."""

from __future__ import annotations

from toolspec import wording
from toolspec.compiler.scope import Scope


def check_used(scope: Scope) -> None:
    """Warn of each fault and trajectory that no case names."""
    cases = scope.root["cases"]
    used = {
        "faults": {name for case in cases for name in case.get("faults", ())},
        "trajectories": {case.get("trajectory") for case in cases},
    }
    for key, noun in (("faults", "fault"), ("trajectories", "trajectory")):
        for name in scope.root.get(key, {}):
            if name not in used[key]:
                message = f"no case uses the {noun} `{wording.visible(name)}`"
                help = "name it in a case, or remove it"
                scope.warning("TS234", message, (key, name), at="key", help=help)
