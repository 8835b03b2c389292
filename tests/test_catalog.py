from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.catalog import Catalog, UnknownPlugin

PACKAGE = """\
Metadata-Version: 2.1
Name: stranger
Version: 1
"""


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """Plugins of a package with one public and one private module, and one of a stranger."""
    package = tmp_path / "some_plugins"
    package.mkdir()
    for name in ("__init__", "own", "_private"):
        (package / f"{name}.py").write_text("WORD = 'own'\n", encoding="utf-8")
    (tmp_path / "stranger_module.py").write_text("WORD = 'foreign'\n", encoding="utf-8")
    info = tmp_path / "stranger-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(PACKAGE, encoding="utf-8")
    points = "[toolspec.gadgets]\nstrange = stranger_module\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return Catalog("gadget", "some_plugins")


def test_names_are_public_modules_and_entry_points(catalog: Catalog) -> None:
    assert catalog.names == ("own", "strange")


@pytest.mark.parametrize(("name", "word"), [("own", "own"), ("strange", "foreign")])
def test_a_plugin_is_imported_by_name(catalog: Catalog, name: str, word: str) -> None:
    assert word == catalog.load(name).WORD


def test_an_unknown_name_tells_the_known_ones(catalog: Catalog) -> None:
    with pytest.raises(UnknownPlugin, match="no gadget is named `_private`") as raised:
        catalog.load("_private")
    assert raised.value.known == ("own", "strange")
