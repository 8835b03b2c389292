"""Every file of `load/` gives exactly the diagnostics beside it.

`BLESS=1 pytest tests/compiler/test_diagnostics.py` writes the present ones; review the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolspec import rendering
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file

HERE = Path(__file__).parent / "load"


@pytest.mark.parametrize("path", sorted(HERE.glob("*.yaml")), ids=lambda path: str(path.stem))
def test_a_file_gives_the_diagnostics_beside_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    problems = Diagnostics()
    loaded = load_file(Path(path.name), problems)
    text = "\n".join(rendering.full(each) for each in problems) or "no problems\n"
    expected = path.with_suffix(".txt")
    if os.environ.get("BLESS"):
        expected.write_text(text, encoding="utf-8", newline="")
    assert text == expected.read_text(encoding="utf-8")
    assert (loaded is None) == bool(problems.errors)


def test_no_diagnostics_are_kept_without_their_file() -> None:
    assert {each.stem for each in HERE.glob("*.txt")} == {each.stem for each in HERE.glob("*.yaml")}


def test_a_secret_is_never_shown() -> None:
    for path in HERE.glob("literal_secrets*.txt"):
        text = path.read_text(encoding="utf-8")
        assert "CANARY" not in text
        assert "123456789" not in text
