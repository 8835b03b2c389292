"""Specs with a history of trouble: what `check` says before anything is sent."""

from __future__ import annotations

import json

import pytest

from tests.commands import SpecFile, Toolspec
from tests.pitfalls.tables import Row, rows
from tests.small_spec import TOOL, spec_of


@pytest.mark.parametrize("row", rows("checks"))
def test_check_says_what_the_table_says(row: Row, toolspec: Toolspec, spec_file: SpecFile) -> None:
    spec = spec_of(**row.get("changes", {}))
    if "description_length" in row:
        spec["tools"] = {"get_order": {**TOOL, "description": "ы" * row["description_length"]}}
    for number in range(1, row.get("tools", 1)):
        spec["tools"][f"get_order_{number}"] = TOOL
    path = spec_file(spec)
    if "shown" in row:
        assert row["shown"] in toolspec("check", path, "--losses").out
    ran = toolspec("check", path, "--format", "json", *row.get("options", ()))
    assert ran.code == row["code"]
    found = json.loads(ran.out)["diagnostics"]
    # A key that is not set is a warning of its own.
    said = [each for each in found if each["code"] not in ("TS601", "TS602")]
    assert [(each["code"], each["pointer"]) for each in said] == [
        (code, pointer) for code, pointer, _ in row["says"]
    ]
    for each, (_, _, part) in zip(said, row["says"], strict=True):
        assert part in each["message"]
        if each["code"] == "TS401":
            assert each["notes"]
    if "notes" in row:
        assert [note["message"] for each in said for note in each["notes"]] == row["notes"]
