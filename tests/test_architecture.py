"""One file is one plugin: a public module of a plugin package imports no other public one of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PACKAGES = [
    "toolspec.graders",
    "toolspec.matchers",
    "toolspec.metrics",
    "toolspec.models.mutants",
    "toolspec.text_checks",
    "toolspec_adapters",
    "toolspec_reports",
]


def plugins(package: str) -> dict[str, list[Path]]:
    """The files of each public module or package below `package`."""
    found: dict[str, list[Path]] = {}
    for each in Path(import_module(package).__path__[0]).iterdir():
        if not each.name.startswith("_"):
            if each.is_dir():
                found[each.name] = list(each.rglob("*.py"))
            elif each.suffix == ".py":
                found[each.stem] = [each]
    return found


def imported_names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


@pytest.mark.parametrize("package", PACKAGES)
def test_siblings_do_not_meet(package: str) -> None:
    known = plugins(package)
    assert known
    for name, files in known.items():
        others = {f"{package}.{each}" for each in known if each != name}
        met = {one for path in files for one in imported_names(path)} & others
        assert not met, f"{name} imports {met}"
