"""What the linter of schemas finds stands at its place in the file: `places/*.txt`.

`BLESS=1 pytest tests/compiler/test_places.py` writes the present places; review the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file

HERE = Path(__file__).parent / "places"


@pytest.mark.parametrize("path", sorted(HERE.glob("*.yaml")), ids=lambda path: str(path.stem))
def test_a_problem_of_a_schema_stands_at_its_place(path: Path) -> None:
    problems = Diagnostics()
    assert load_file(path, problems) is None
    lines = path.read_text(encoding="utf-8").split("\n")
    text = ""
    for each in problems:
        assert each.span is not None
        start = each.span.column - 1
        shown = lines[each.span.line - 1][start : start + each.span.length]
        text += f"{each.severity} {each.code} {each.span.line}:{each.span.column} {shown}\n"
    expected = path.with_suffix(".txt")
    if os.environ.get("BLESS"):
        expected.write_text(text, encoding="utf-8", newline="")
    assert text == expected.read_text(encoding="utf-8")
