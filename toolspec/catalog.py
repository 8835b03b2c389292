"""Plugins by name: a module of a package, or an entry point of another distribution.

The name in YAML is the name of the module. Nothing is registered, and a plugin is imported only
when it is used.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cached_property
from importlib.metadata import entry_points
from types import ModuleType

from toolspec.diagnostics import ToolspecError


class UnknownPlugin(ToolspecError):
    """No plugin has this name. `known` lists those that there are."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        self.kind, self.name, self.known = kind, name, known
        super().__init__(f"no {kind} is named `{name}`")


class Catalog:
    """The plugins of one kind: public modules of `package`, and entry points `toolspec.<kind>s`."""

    def __init__(self, kind: str, package: str) -> None:
        self._kind = kind
        self._package = package

    @property
    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted({*self._own, *self._foreign}))

    def load(self, name: str) -> ModuleType:
        """Import the plugin of that name; raises `UnknownPlugin`."""
        if name in self._own:
            return importlib.import_module(f"{self._package}.{name}")
        if name in self._foreign:
            return importlib.import_module(self._foreign[name])
        raise UnknownPlugin(self._kind, name, self.names)

    @cached_property
    def _own(self) -> tuple[str, ...]:
        paths = importlib.import_module(self._package).__path__
        return tuple(
            each.name for each in pkgutil.iter_modules(paths) if not each.name.startswith("_")
        )

    @cached_property
    def _foreign(self) -> dict[str, str]:
        return {each.name: each.value for each in entry_points(group=f"toolspec.{self._kind}s")}
