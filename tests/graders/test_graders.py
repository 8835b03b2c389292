"""Every layer against its table: a case, a decision, and all the findings that must come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from toolspec.contract import ViolationCode
from toolspec.findings import FINDINGS
from toolspec.graders import GRADERS
from toolspec.results import LAYERS, Verdict

HERE = Path(__file__).parent
RUNS: list[dict[str, Any]] = yaml.safe_load((HERE.parent / "runs" / "runs.yaml").read_text("utf-8"))
Judged = Callable[[dict[str, Any]], Verdict]
_SPECIAL = ("schema", "value")


def table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8"))
    return rows


def rows(*names: str) -> list[Any]:
    return [pytest.param(row, id=f"{name}: {row['name']}") for name in names for row in table(name)]


def check(verdict: Verdict, row: dict[str, Any]) -> None:
    codes = [each.code for each in verdict.findings]
    assert codes == row.get("fails", [])
    assert verdict.outcome == ("fail" if codes else "pass")
    assert verdict.failed_layer == row.get("layer", verdict.failed_layer)
    assert verdict.classification == row.get("class", verdict.classification)
    assert verdict.deferred == row.get("deferred", 0)
    if "severity" in row:
        assert verdict.findings[-1].severity == row["severity"]
    if "track" in row:
        assert [each.track for each in verdict.calls] == [row["track"]]
    for key, value in row.get("finding", {}).items():
        got = getattr(verdict.findings[0], key)
        assert (value in got) if key == "hint" else (got == value), key


@pytest.mark.parametrize("row", rows(*(layer for layer, _ in GRADERS if layer not in _SPECIAL)))
def test_a_decision_is_graded_as_the_table_says(row: dict[str, Any], judged: Judged) -> None:
    check(judged(row), row)


@pytest.mark.parametrize("row", rows("schema"))
def test_each_way_to_break_a_schema_has_its_own_finding(
    row: dict[str, Any], judged: Judged
) -> None:
    argument = {"type": "object", "properties": {"x": row.get("argument", {})}}
    tool = {"description": "t", "effect": "read", "parameters": row.get("schema", argument)}
    args = row["args"] if "args" in row else {"x": row["got"]}
    made = {"expect": {"never": [{"call": "pay"}]}, "calls": [{"tool": "t", "args": args}]}
    verdict = judged({"tools": {"t": tool}, **made})
    check(verdict, {"fails": [row["code"]] if "code" in row else []})
    assert verdict.calls[0].track == row.get("track", verdict.calls[0].track)
    assert (verdict.calls[0].track == "raw_valid") == ("code" not in row)
    if "code" in row:
        found = verdict.findings[0]
        assert (found.pointer, verdict.failed_layer) == (row["pointer"], "schema")
        assert verdict.classification == "invalid_args"
        assert found.expected and found.got and found.rule


@pytest.mark.parametrize("row", rows("value"))
def test_values_are_compared_as_the_case_says(row: dict[str, Any], judged: Judged) -> None:
    parameters = row.get("schema", {"type": "object", "properties": {}})
    tool = {"description": "t", "effect": "read", "parameters": parameters}
    expect = {"call": "t", "args": row["expected"], "match": row.get("match", "exact")}
    verdict = judged(
        {
            "tools": {"t": tool},
            "compare": {"defaults": row.get("defaults", "as_sent")},
            "expect": expect,
            "calls": [{"tool": "t", "args": row["got"]}],
        }
    )
    assert [each.pointer for each in verdict.findings] == row.get("at", [])
    assert {each.code for each in verdict.findings} <= {"argument_mismatch"}
    assert verdict.classification == ("wrong_args" if "at" in row else None)
    assert row.get("hint", "") in "".join(each.hint or "" for each in verdict.findings)
    if "allows" in row:
        assert list(verdict.allowances) == row["allows"]


def test_every_layer_before_the_end_state_has_a_grader() -> None:
    assert [layer for layer, _ in GRADERS] == [each for each in LAYERS if each != "effects"]


def test_every_finding_of_the_table_belongs_to_a_layer() -> None:
    assert {each.layer for each in FINDINGS.values()} <= set(LAYERS)


def test_every_violation_of_a_schema_is_a_known_finding() -> None:
    assert {FINDINGS[code].layer for code in get_args(ViolationCode)} == {"schema"}


def test_every_finding_of_a_table_is_reached_by_a_row(judged: Judged) -> None:
    names = [layer for layer, _ in GRADERS if layer != "value"]
    reached = {code for name in names for row in table(name) for code in row.get("fails", ())}
    reached |= {row["code"] for row in table("schema") if "code" in row}
    reached |= {code for row in RUNS for code in row.get("finds", ())}
    assert set(FINDINGS) - reached == {"too_deep"}
