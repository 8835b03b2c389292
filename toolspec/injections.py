"""The built-in instructions that a tool's result may carry, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml


def injection(name: str) -> str:
    """The text of one; `KeyError` for a name that there is not."""
    return _texts()[name]


def injection_names() -> tuple[str, ...]:
    """The names of all, sorted."""
    return tuple(sorted(_texts()))


@cache
def _texts() -> dict[str, str]:
    text = files("toolspec").joinpath("injections.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.safe_load(text)
    return loaded
