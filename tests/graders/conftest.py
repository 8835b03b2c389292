"""Rows of the tables → verdicts: a row gives a case of the base spec and a decision."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.judge import Judge
from toolspec.loading import load_text
from toolspec.results import Verdict
from toolspec.trace import Decision, ToolCall

BASE: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "base.yaml").read_text("utf-8"))
_OF_CASE = ("user", "approves", "expect")
_OF_DECISION = ("reason", "text", "finish")
_OF_SPEC = ("tools", "world", "compare", "aliases")


@pytest.fixture(scope="session")
def judged() -> Callable[[dict[str, Any]], Verdict]:
    """Grade the decision of a row on its case."""
    return _judged


def _judged(row: dict[str, Any]) -> Verdict:
    case = {"id": "c", "user": BASE["user"]} | {key: row[key] for key in _OF_CASE if key in row}
    own = {key: row[key] for key in _OF_SPEC if key in row}
    source = {key: value for key, value in BASE.items() if key != "user"} | own | {"cases": [case]}
    if "tools" in row:
        source["tools"] = {**BASE["tools"], **row["tools"]}
    problems = Diagnostics()
    loaded = load_text("row.yaml", json.dumps(source, ensure_ascii=False), {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return Judge(loaded.spec).judge(loaded.spec.cases[0], _decision(row))


def _decision(row: dict[str, Any]) -> Decision:
    calls = tuple(
        ToolCall(
            call_id=None,
            name=each["tool"],
            arguments=each.get("args"),
            raw_arguments=each["raw"] if "raw" in each else json.dumps(each["args"]),
            defect=each.get("defect"),
        )
        for each in row.get("calls", ())
    )
    is_good = any(each.defect is None for each in calls)
    kind = "text" if not calls else "tool_call" if is_good else "invalid"
    return Decision(
        kind=row.get("kind", kind),
        calls=calls,
        anomalies=tuple(row.get("anomalies", ())),
        **{key: row[key] for key in _OF_DECISION if key in row},
    )
