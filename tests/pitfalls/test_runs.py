"""Runs with a history of trouble, over HTTP: what is asked again, and who is to blame."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Toolspec
from tests.pitfalls.tables import Row, rows
from tests.scripted_server import Scripted
from tests.small_spec import records, spec_of, summary


@pytest.mark.parametrize("row", rows("runs"))
def test_a_run_goes_as_the_table_says(
    row: Row, toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(*map(_scripted, row["answers"]))
    ran = toolspec("run", spec_file(_spec(row, server.url)), "--out", "out")
    out = tmp_path / "out"
    assert ran.code == row.get("code", ran.code), ran.out + ran.err
    assert "Traceback" not in ran.err
    assert len(server.requests) == row.get("asks", row.get("cases", 1))
    for record in records(out):
        for place, value in row["attempts"].items():
            assert _of(record, place) == value, place
    series = summary(out)["targets"]["main"]["variants"]["base"]
    assert row.get("counts", {}).items() <= series["attempts"].items()
    assert row.get("prints", "") in ran.out
    _check_bytes(row, server, out)
    if "fails" in row:
        errors = csv.DictReader((out / "errors.csv").read_text("utf-8").splitlines())
        assert [each["error_code"] for each in errors] == row["fails"]


def _spec(row: Row, url: str) -> Any:
    spec = spec_of(cases=row.get("cases", 1), target={"base_url": url}, **row.get("changes", {}))
    for target in spec["targets"].values():
        target["base_url"] = url
    if "expect" in row:
        spec["cases"][0]["expect"] = row["expect"]
    return spec


def _scripted(answer: Row) -> Scripted:
    body = answer["text"] if "text" in answer else json.dumps(answer["body"])
    return Scripted(status=answer.get("status", 200), body=body.encode())


def _of(record: Any, place: str) -> Any:
    """What a record says at a place; `decision` is that of its events."""
    first, *rest = place.split("/")
    value = record.get(first)
    if first == "decision":
        value = next(each for each in record["events"] if each["event"] == "decision")
    for step in rest:
        value = value[step]
    return value


def _check_bytes(row: Row, server: Any, out: Path) -> None:
    wire = b"".join(each.body for each in server.requests)
    journal = (out / "attempts.jsonl").read_bytes()
    assert b"\\u04" not in wire
    assert b"\\u04" not in journal
    if "bytes" in row:
        assert row["bytes"].encode() in wire
        assert row["bytes"].encode() in journal
    if "lacks_settings" in row:
        for record in records(out):
            assert row["lacks_settings"] not in json.dumps(record["request_settings"])
            assert record["request_settings"]
