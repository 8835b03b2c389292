"""What became of a schema, and what the report says of it, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.verify.schemas import items_of, report_on

TABLE = yaml.safe_load((Path(__file__).parent / "schemas.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_verdicts(row: dict[str, Any]) -> None:
    report = report_on(row["canonical"], row["lifted"])
    told = {
        each.pointer: f"{each.verdict} ↺" if each.reversible else each.verdict
        for each in items_of(report)
        if each.verdict != "kept"
    }
    assert told == row["items"]
    assert report.tools[0].verdict == row["verdict"]
