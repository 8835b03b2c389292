"""Every report of one fixed run against its golden file.

`TOOLSPEC_BLESS=1 pytest tests/reports` writes the golden files anew; read the difference.
"""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from toolspec.compiler.expand import attempts
from toolspec.diagnostics import Diagnostics
from toolspec.findings import finding
from toolspec.loading import load_file
from toolspec.pipeline import REPORTS
from toolspec.plan import Plan
from toolspec.records import from_line
from toolspec.report import Report
from toolspec.results import Scored, Verdict
from toolspec.scoring import score

HERE = Path(__file__).parent
GOLDEN = {
    "terminal": "terminal.txt",
    "summary_json": "summary.json",
    "errors_csv": "errors.csv",
    "decision_json": "decision.json",
    "decision_markdown": "decision.md",
}


@pytest.fixture(scope="module")
def report() -> Report:
    problems = Diagnostics()
    loaded = load_file(HERE / "spec.yaml", problems)
    assert loaded is not None, [each.message for each in problems.errors]
    plan = Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=loaded.spec.targets)
    # The fixture has no ids, so it outlives changes of what goes into the hash.
    ids = {(each.case.id, each.repetition): each.id for each in attempts(plan)}
    lines = (HERE / "attempts.jsonl").read_bytes().split(b"\n")
    traces = [from_line(line) for line in lines if line]
    return score(
        plan,
        [
            replace(each, attempt_id=ids.get((each.case_id, each.attempt), each.attempt_id))
            for each in traces
        ],
        "run-1",
    )


def rendered(name: str, report: Report) -> str:
    text = REPORTS.load(name).render(report)
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("name", GOLDEN)
def test_a_report_is_its_golden_file(name: str, report: Report) -> None:
    path = HERE / "golden" / GOLDEN[name]
    text = rendered(name, report)
    if os.environ.get("TOOLSPEC_BLESS"):
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_bytes().decode()


def test_every_report_has_a_golden_file() -> None:
    assert set(GOLDEN) == set(REPORTS.names)


@pytest.mark.parametrize("name", ["summary_json", "decision_json"])
def test_a_json_report_is_strict_json_with_its_letters(name: str, report: Report) -> None:
    def refuse(constant: str) -> Any:
        raise AssertionError(constant)

    text = rendered(name, report)
    assert json.loads(text, parse_constant=refuse)
    assert "доставка" in text
    assert "\\u04" not in text


def test_no_cell_of_the_table_of_errors_begins_a_formula(report: Report) -> None:
    rows = list(csv.reader(io.StringIO(rendered("errors_csv", report), newline="")))
    assert len({len(row) for row in rows}) == 1
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n")]
    assert "'=model|x" in cells


def with_failure(report: Report, text: str) -> Report:
    """The report with one failure in which a model said `text`."""
    found = finding("reply_mismatch", f"said {text}", expected=text, got=text)
    verdict = Verdict(case_id="answer", outcome="fail", findings=(found,))
    failure: Scored = replace(
        report.failures[0], case_id="answer", verdict=verdict, status="completed"
    )
    tallies = tuple(replace(each, failed=1, first_failure=failure) for each in report.cases)
    return replace(report, failures=(failure,), cases=tallies)


@pytest.mark.parametrize(
    "text", ["@SUM(1)", "\tx", "\r=1", "\n=1", "+7", "-1", '"quoted", so', "a\x00b"]
)
def test_a_text_of_the_model_is_read_back_from_the_table(text: str, report: Report) -> None:
    rows = csv.reader(io.StringIO(rendered("errors_csv", with_failure(report, text)), newline=""))
    actual = list(rows)[1][6]
    assert actual.removeprefix("'") == text


def test_half_a_surrogate_pair_becomes_the_replacement_character(report: Report) -> None:
    broken = with_failure(report, "Готово \ud83d")
    for name in GOLDEN:
        assert rendered(name, broken).encode("utf-8")
    assert "Готово \ufffd" in rendered("errors_csv", broken)


def test_a_cell_of_a_markdown_table_stays_in_its_row(report: Report) -> None:
    text = rendered("decision_markdown", with_failure(report, "a|b\nc \\ d"))
    row = next(line for line in text.splitlines() if "said a" in line)
    assert "said a\\|b c \\\\ d" in row


def test_an_escape_sequence_of_the_model_does_not_reach_the_terminal(report: Report) -> None:
    assert "\x1b" not in rendered("terminal", with_failure(report, "\x1b[31mred"))


def test_many_failed_cases_are_cut_with_a_pointer_to_the_file(report: Report) -> None:
    first = report.cases[0]
    many = replace(report, cases=tuple(replace(first, case_id=f"c{each}") for each in range(23)))
    text = rendered("terminal", many)
    assert "c19 at main" in text
    assert "c20 at main" not in text
    assert "… and 3 more cases; all of them are in errors.csv" in text


def test_an_interrupted_run_says_that_nothing_was_decided(report: Report) -> None:
    decision = replace(report.decision, outcome="interrupted", reasons=())
    stopped = replace(report, decision=decision, is_interrupted=True)
    assert rendered("terminal", stopped).splitlines()[-1].startswith("gate: interrupted (")
    assert "nothing was decided" in rendered("decision_markdown", stopped)


def test_the_gate_alone_gives_every_rule_broken_ones_last_and_the_verdict(report: Report) -> None:
    lines = REPORTS.load("terminal").verdict(report).splitlines()
    assert lines[-1] == "gate: failed"
    marks = [line.split()[0] for line in lines[:-2]]
    assert marks == sorted(marks, key=("ok", "unknown", "FAILED").index)
    assert len(marks) == len(report.decision.reasons)
