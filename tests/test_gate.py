from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.findings import finding
from toolspec.gate import decide, is_critical
from toolspec.intervals import wilson
from toolspec.report import CaseTally, Series
from toolspec.results import GateDecision, Measure, Reason, Scored, Verdict
from toolspec.spec import GateRules, Threshold

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "gate.yaml").read_text("utf-8")
)
OPEN = GateRules(critical=None, thresholds=(), min_case_pass_rate=None, min_coverage=0)


def share(hits: int, counted: int) -> Measure:
    if not counted:
        return Measure(value=None, numerator=0, denominator=0)
    low, high = wilson(hits, counted)
    return Measure(value=hits / counted, numerator=hits, denominator=counted, low=low, high=high)


def series(
    measures: dict[str, Measure] | None = None,
    *,
    target: str = "t",
    completed: int = 10,
    infra: int = 0,
    tags: dict[str, dict[str, Measure]] | None = None,
) -> Series:
    planned = completed + infra
    return Series(
        target=target,
        variant="base",
        provider="p",
        model="m",
        models_returned=(),
        planned=planned,
        completed=completed,
        infra_errors=infra,
        not_run=0,
        not_comparable=0,
        metrics={"coverage": share(completed, planned)} | (measures or {}),
        tags=tags or {},
    )


def tally(
    case_id: str, passed: int, failed: int, *, target: str = "t", errors: int = 0
) -> CaseTally:
    return CaseTally(
        case_id=case_id,
        title=None,
        target=target,
        variant="base",
        passed=passed,
        failed=failed,
        unchecked=0,
        check_errors=errors,
        infra_errors=0,
        not_run=0,
        not_comparable=0,
        deferred=0,
        first_failure=None,
    )


def failure(case_id: str, *codes: str, target: str = "t") -> Scored:
    findings = tuple(finding(code, "m") for code in codes)
    return Scored(
        case_id=case_id,
        tags=(),
        target=target,
        provider="p",
        model="m",
        variant="base",
        attempt=1,
        status="completed",
        verdict=Verdict(case_id=case_id, outcome="fail", findings=findings),
    )


def reason(decision: GateDecision, rule: str) -> Reason:
    return next(each for each in decision.reasons if each.rule == rule)


def threshold(**bounds: Any) -> Threshold:
    return Threshold(
        **{"metric": "m", "tag": None, "min": None, "max": None, "confidence": None} | bounds
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_threshold_comes_out_as_the_table_says(row: dict[str, Any]) -> None:
    rules = replace(OPEN, thresholds=(threshold(**row["rule"]),))
    one = series({"m": share(*row["m"])}, tags={"ru": {"m": share(*row.get("ru", (0, 0)))}})
    decision = decide(rules, [one], [], [])
    found = decision.reasons[1]
    assert found.outcome == row["outcome"]
    assert decision.outcome == {"pass": "passed", "fail": "failed"}.get(
        row["outcome"], "inconclusive"
    )
    assert row.get("needed", "") in found.needed
    assert row.get("got", "") in found.got


def test_a_value_that_is_no_share_is_held_against_the_bound_as_it_is() -> None:
    slow = Measure(value=4001, numerator=4001, denominator=3)
    rules = replace(OPEN, thresholds=(threshold(max=4000),))
    found = decide(rules, [series({"m": slow})], [], []).reasons[1]
    assert (found.outcome, found.needed, found.got) == ("fail", "at most 4000", "4001 (n=3)")


def test_one_critical_finding_fails_whatever_the_averages_say() -> None:
    rules = replace(OPEN, thresholds=(threshold(min=0.9),))
    bad = failure("c", "unexpected_call", "unauthorized_write")
    decision = decide(rules, [series({"m": share(999, 1000)})], [], [bad])
    assert (decision.outcome, decision.exit_code) == ("failed", 1)
    assert reason(decision, "critical").cases == ("c",)
    assert reason(decision, "critical").got == "1 × unauthorized_write in 10 completed attempts"


def test_without_a_list_every_finding_of_critical_severity_is_critical() -> None:
    assert is_critical(OPEN, "forbidden_call")
    assert not is_critical(OPEN, "wrong_tool")
    assert not is_critical(OPEN, "no_such_code")


def test_a_list_of_critical_findings_stands_for_itself() -> None:
    rules = replace(OPEN, critical=("wrong_tool",))
    decide_on = [failure("a", "wrong_tool"), failure("b", "forbidden_call")]
    assert reason(decide(rules, [series()], [], decide_on), "critical").cases == ("a",)
    assert not is_critical(rules, "forbidden_call")


def test_without_a_completed_attempt_critical_findings_are_unknown() -> None:
    decision = decide(OPEN, [series(completed=0, infra=3)], [], [])
    assert reason(decision, "critical").outcome == "inconclusive"


def test_a_broken_rule_beats_one_that_cannot_be_judged() -> None:
    rules = replace(OPEN, thresholds=(threshold(min=0.9), threshold(metric="empty", min=0.5)))
    decision = decide(rules, [series({"m": share(1, 2)})], [], [])
    assert [each.outcome for each in decision.reasons[1:3]] == ["fail", "inconclusive"]
    assert decision.outcome == "failed"


def test_each_case_must_pass_often_enough_and_those_that_do_not_are_named() -> None:
    rules = replace(OPEN, min_case_pass_rate=0.8)
    cases = [tally(f"good{index}", 10, 0) for index in range(28)]
    cases += [tally("x", 0, 10), tally("y", 7, 3), tally("z", 5, 5)]
    decision = decide(rules, [series({"m": share(292, 310)})], cases, [])
    found = reason(decision, "cases.min_pass_rate")
    assert (decision.exit_code, found.outcome, found.cases) == (1, "fail", ("x", "y", "z"))
    assert found.got == "3 of 31 cases below: x 0 of 10, y 7 of 10, z 5 of 10"


def test_a_case_at_the_bound_passes() -> None:
    rules = replace(OPEN, min_case_pass_rate=0.8)
    assert decide(rules, [series()], [tally("a", 8, 2)], []).outcome == "passed"


def test_a_rule_for_cases_of_which_none_was_judged_is_inconclusive() -> None:
    rules = replace(OPEN, min_case_pass_rate=0)
    assert decide(rules, [series()], [tally("a", 0, 0)], []).outcome == "inconclusive"


@pytest.mark.parametrize("count", [1, 256, 512])
def test_the_exit_code_is_1_however_many_cases_fail(count: int) -> None:
    rules = replace(OPEN, min_case_pass_rate=1)
    cases = [tally(f"c{index}", 0, 1) for index in range(count)]
    decision = decide(rules, [series(completed=count)], cases, [])
    assert decision.exit_code == 1
    assert len(reason(decision, "cases.min_pass_rate").cases) == count
    assert len(reason(decision, "cases.min_pass_rate").got) < 120


def test_too_few_completed_attempts_are_inconclusive_and_say_what_was_lost() -> None:
    rules = replace(OPEN, thresholds=(threshold(min=0.85),), min_coverage=0.95)
    decision = decide(rules, [series({"m": share(80, 90)}, completed=90, infra=10)], [], [])
    assert (decision.outcome, decision.exit_code) == ("inconclusive", 3)
    assert reason(decision, "m").got == "0.8889 (80/90)"
    assert reason(decision, "coverage").got == "0.9000 (90/100): 10 infrastructure errors"


def test_coverage_at_its_bound_is_enough() -> None:
    rules = replace(OPEN, min_coverage=0.9)
    assert decide(rules, [series(completed=9, infra=1)], [], []).outcome == "passed"


def test_checks_that_could_not_be_evaluated_block_the_gate() -> None:
    decision = decide(OPEN, [series()], [tally("a", 1, 0), tally("b", 0, 0, errors=2)], [])
    assert (decision.outcome, decision.exit_code) == ("inconclusive", 3)
    assert reason(decision, "checks").cases == ("b",)
    assert reason(decision, "checks").got == "2 of 10 completed attempts could not be checked"


def test_an_interrupted_run_is_not_judged() -> None:
    bad = failure("c", "unauthorized_write")
    decision = decide(OPEN, [series()], [], [bad], is_interrupted=True)
    assert (decision.outcome, decision.reasons, decision.exit_code) == ("interrupted", (), 130)


def test_each_target_is_judged_on_its_own_attempts() -> None:
    rules = replace(OPEN, min_case_pass_rate=1)
    cases = [tally("a", 1, 0, target="good"), tally("a", 0, 1, target="bad")]
    both = [series(target="good"), series(target="bad")]
    failed = failure("a", "forbidden_call", target="bad")
    decision = decide(rules, both, cases, [failed])
    broken = {(each.target, each.rule) for each in decision.reasons if each.outcome == "fail"}
    assert broken == {("bad", "critical"), ("bad", "cases.min_pass_rate")}
