"""Mistakes in rules for replies against their table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.text_checks import problems

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "driver" / "problems.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("row", [pytest.param(each, id=str(each["rule"])) for each in ROWS])
def test_every_mistake_is_found_at_its_place(row: dict[str, Any]) -> None:
    found = problems(row["rule"])
    wanted = row.get("problems", [])
    assert [each.path for each in found] == [path for path, _ in wanted]
    for each, (_, message) in zip(found, wanted, strict=True):
        assert message in each.message
    assert row.get("help", "") in "".join(each.help or "" for each in found)
