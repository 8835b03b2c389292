from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.compiler.expand import attempts
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_text
from toolspec.pipeline import REPORTS
from toolspec.plan import Attempt, Plan
from toolspec.report import Report
from toolspec.scoring import Scorer, score
from toolspec.trace import Decision, Status, ToolCall, Trace, TransportError, Usage

TOOL = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
SOURCE: dict[str, Any] = {
    "toolspec": 1,
    "name": "scoring",
    "version": "1",
    "prompt": {"id": "p", "version": "1", "text": "Ответь"},
    "tools": {"find": {"description": "Ищет", "effect": "read", "parameters": TOOL}},
    "cases": [
        {
            "id": "a",
            "user": "Найди x",
            "tags": ["ru", "x"],
            "expect": {"call": "find", "args": {"q": "x"}},
        },
        {"id": "b", "user": "Привет", "tags": ["ru"], "expect": {"answer": True}},
    ],
    "targets": {"t": {"adapter": "openai_chat", "model": "m", "base_url": "http://h/v1"}},
    "run": {"repetitions": 2},
}


def plan(**changes: Any) -> Plan:
    problems = Diagnostics()
    text = json.dumps(SOURCE | changes, ensure_ascii=False)
    loaded = load_text("scoring.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=loaded.spec.targets)


def found(q: str) -> Decision:
    call = ToolCall(
        call_id="1", name="find", arguments={"q": q}, raw_arguments=json.dumps({"q": q})
    )
    return Decision(kind="tool_call", calls=(call,))


def good(attempt: Attempt) -> Decision:
    return found("x") if attempt.case.id == "a" else Decision(kind="text", text="Здравствуйте")


def trace(attempt: Attempt, decision: Decision | None, *, fault: str | None = None) -> Trace:
    status: Status = "completed" if fault is None else "infra_error"
    error = None if fault is None else TransportError(kind=fault, message=f"{attempt.repetition}")
    return Trace(
        attempt_id=attempt.id,
        spec="scoring",
        target=attempt.target.name,
        provider="openai_chat",
        model="m",
        model_returned="m-1",
        case_id=attempt.case.id,
        variant=attempt.variant,
        attempt=attempt.repetition,
        status=status,
        events=(),
        elapsed_ms=5.0,
        transport_retries=0,
        usage=Usage(),
        request_settings={},
        transport_error=error,
        decision=decision,
    )


def recorded(of: Plan) -> list[Trace]:
    return [trace(each, good(each)) for each in attempts(of)]


def counts(report: Report) -> dict[str, int]:
    one = report.series[0]
    names = ("planned", "completed", "infra_errors", "not_run", "not_comparable")
    return {name: getattr(one, name) for name in names if getattr(one, name)}


def value(report: Report, metric: str, tag: str | None = None) -> tuple[float | None, int]:
    one = report.series[0]
    measure = (one.metrics if tag is None else one.tags[tag])[metric]
    return measure.numerator, measure.denominator


def test_a_whole_journal_is_scored() -> None:
    report = score(plan(), recorded(plan()), "r")
    assert counts(report) == {"planned": 4, "completed": 4}
    assert report.decision.outcome == "passed"
    assert (len(report.failures), len(report.faults)) == (0, 0)
    assert report.series[0].models_returned == ("m-1",)
    assert [(each.case_id, each.passed) for each in report.cases] == [("a", 2), ("b", 2)]


def test_a_planned_attempt_without_a_record_is_not_run() -> None:
    report = score(plan(), recorded(plan())[:3], "r")
    assert counts(report) == {"planned": 4, "completed": 3, "not_run": 1}
    assert (report.failures[0].case_id, report.failures[0].attempt) == ("b", 2)
    assert report.failures[0].error == "not_run"
    assert value(report, "coverage") == (3, 4)
    assert report.decision.outcome == "inconclusive"


@pytest.mark.parametrize(
    "change",
    [
        {"prompt": {"id": "p", "version": "1", "text": "Ответь иначе"}},
        {"tools": {"find": {**SOURCE["tools"]["find"], "description": "Ищет иначе"}}},
        {"run": {"repetitions": 2, "temperature": 1}},
    ],
)
def test_records_of_another_prompt_catalogue_or_setting_are_not_comparable(
    change: dict[str, Any],
) -> None:
    report = score(plan(**change), recorded(plan()), "r")
    assert counts(report) == {"planned": 4, "not_comparable": 4}
    assert value(report, "all_correct_rate") == (0, 0)
    assert value(report, "transport_errors", "ru") == (0, 0)
    assert value(report, "latency_median_ms") == (None, 0)
    assert value(report, "coverage") == (0, 4)
    assert report.decision.outcome == "inconclusive"


def test_a_changed_user_message_touches_its_own_case_only() -> None:
    first, second = SOURCE["cases"]
    changed = plan(cases=[{**first, "user": "Найди же x"}, second])
    assert counts(score(changed, recorded(plan()), "r")) == {
        "planned": 4,
        "completed": 2,
        "not_comparable": 2,
    }


def test_changed_expectations_are_graded_anew() -> None:
    first, second = SOURCE["cases"]
    changed = plan(cases=[{**first, "expect": {"call": "find", "args": {"q": "y"}}}, second])
    report = score(changed, recorded(plan()), "r")
    assert counts(report) == {"planned": 4, "completed": 4}
    assert [(each.case_id, each.failed) for each in report.cases] == [("a", 2), ("b", 0)]
    assert report.decision.exit_code == 1


def test_records_without_a_place_in_the_plan_are_only_counted() -> None:
    first, _ = SOURCE["cases"]
    report = score(plan(cases=[first]), recorded(plan()), "r")
    assert counts(report) == {"planned": 2, "completed": 2}
    assert report.unplanned == 2


def test_the_first_of_two_records_of_an_attempt_counts() -> None:
    scorer = Scorer(plan())
    one = next(attempts(plan()))
    verdict = scorer.add(trace(one, found("x")))
    assert verdict is not None
    assert verdict.outcome == "pass"
    assert scorer.add(trace(one, found("y"))) is None
    report = scorer.finish("r")
    assert (report.cases[0].passed, report.cases[0].failed, report.unplanned) == (1, 0, 1)


def test_when_every_request_failed_rates_are_null_and_the_first_error_is_told_once() -> None:
    lost = [trace(each, None, fault="payment_required") for each in attempts(plan())]
    report = score(plan(), reversed(lost), "r")
    assert counts(report) == {"planned": 4, "infra_errors": 4}
    assert report.series[0].metrics["all_correct_rate"].value is None
    assert [(each.kind, each.count, each.message) for each in report.faults] == [
        ("payment_required", 4, "1")
    ]
    assert (report.decision.outcome, report.decision.exit_code) == ("inconclusive", 3)


def test_a_case_shows_the_attempt_with_findings_before_one_that_was_lost() -> None:
    lost, bad, *rest = attempts(plan())
    traces = [trace(lost, None, fault="timeout"), trace(bad, found("y"))]
    report = score(plan(), traces + [trace(each, good(each)) for each in rest], "r")
    shown = report.cases[0].first_failure
    assert shown is not None
    assert shown.attempt == 2
    assert shown.verdict is not None


def test_tags_are_counted_each_on_its_own() -> None:
    report = score(plan(), recorded(plan()), "r")
    assert value(report, "all_correct_rate", "ru") == (4, 4)
    assert value(report, "all_correct_rate", "x") == (2, 2)


def test_an_interrupted_run_is_scored_and_not_judged() -> None:
    report = score(plan(), recorded(plan())[:1], "r", is_interrupted=True)
    assert report.is_interrupted
    assert (report.decision.outcome, report.decision.exit_code) == ("interrupted", 130)
    assert counts(report) == {"planned": 4, "completed": 1, "not_run": 3}


def test_many_targets_are_kept_apart() -> None:
    target = SOURCE["targets"]["t"]
    both = plan(targets={"t": target, "u": {**target, "model": "n"}})
    bad = [
        trace(each, good(each) if each.target.name == "t" else found("z"))
        for each in attempts(both)
    ]
    report = score(both, bad, "r")
    assert [each.metrics["all_correct_rate"].numerator for each in report.series] == [4, 0]
    assert {each.target for each in report.failures} == {"u"}


OUTCOMES = st.lists(
    st.sampled_from(["good", "wrong", "text", "fault", "lost", "other"]), min_size=4, max_size=4
)


def made(outcomes: list[str]) -> list[Trace]:
    traces = []
    for attempt, outcome in zip(attempts(plan()), outcomes, strict=True):
        if outcome == "fault":
            traces.append(trace(attempt, None, fault="timeout"))
        elif outcome == "other":
            traces.append(replace(trace(attempt, good(attempt)), attempt_id="another"))
        elif outcome != "lost":
            decisions = {"good": good(attempt), "wrong": found("y")}
            traces.append(trace(attempt, decisions.get(outcome, Decision(kind="text", text="="))))
    return traces


@given(OUTCOMES, st.integers(0, 99))
def test_the_order_of_records_changes_no_byte_of_a_report(outcomes: list[str], seed: int) -> None:
    traces = made(outcomes)
    shuffled = traces.copy()
    random.Random(seed).shuffle(shuffled)
    one, other = score(plan(), traces, "r"), score(plan(), shuffled, "r")
    for name in REPORTS.names:
        render = REPORTS.load(name).render
        assert render(one) == render(other), name


@given(OUTCOMES)
def test_every_planned_attempt_is_counted_exactly_once(outcomes: list[str]) -> None:
    report = score(plan(), made(outcomes), "r")
    found_in = counts(report)
    assert found_in.pop("planned") == 4 == sum(found_in.values())
    total = sum(
        each.passed + each.failed + each.infra_errors + each.not_run + each.not_comparable
        for each in report.cases
    )
    assert total == 4
