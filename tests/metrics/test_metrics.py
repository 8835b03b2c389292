from __future__ import annotations

import random
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.findings import finding
from toolspec.intervals import wilson
from toolspec.metrics import METRICS, MetricTable, metrics, observe
from toolspec.results import CallGrade, Layer, Measure, RunFacts, Scored, Verdict

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "attempts.yaml").read_text("utf-8")
)


def scored(row: dict[str, Any]) -> Scored:
    return Scored(
        case_id=row["case"],
        tags=(),
        target="t",
        provider="p",
        model="m",
        variant="base",
        attempt=1,
        status=row.get("status", "completed"),
        verdict=verdict(row) if "verdict" in row else None,
        elapsed_ms=row.get("ms"),
    )


def verdict(row: dict[str, Any]) -> Verdict:
    names = row.get("layers", ())
    assert {each.lstrip("-") for each in names} <= set(get_args(Layer))
    unsafe = (finding("unauthorized_write", "m"),) if row.get("critical") else ()
    found = tuple(finding(code, "m") for code in row.get("finds", ()))
    return Verdict(
        case_id=row["case"],
        outcome=row["verdict"],
        findings=(*unsafe, *found),
        layers=tuple((each.lstrip("-"), not each.startswith("-")) for each in names),
        calls=tuple(
            CallGrade(
                tool="t", is_parsed=each != "unread", track="invalid" if each == "unread" else each
            )
            for each in row.get("calls", ())
        ),
        signature=row.get("signature", ""),
        wants_call=row.get("wants"),
        run=facts(row["run"]) if "run" in row else None,
    )


def facts(run: dict[str, Any]) -> RunFacts:
    return RunFacts(**{"end": "final", "other_calls": 0, **run, "errors": tuple(run["errors"])})


def attempts(row: dict[str, Any]) -> list[Scored]:
    return [scored(each) for each in row["attempts"] for _ in range(each.get("times", 1))]


def measured(made: list[Scored]) -> dict[str, Measure]:
    table = MetricTable()
    for each in made:
        table.add(observe(each))
    return table.measures()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_metrics_are_what_was_counted_by_hand(row: dict[str, Any]) -> None:
    found = measured(attempts(row))
    for name, (numerator, denominator) in row["measures"].items():
        measure = found[name]
        assert (measure.numerator, measure.denominator) == (numerator, denominator), name
        if denominator == 0 or numerator is None:
            assert (measure.value, measure.low, measure.high) == (None, None, None), name
        elif metrics()[name].IS_SHARE:
            assert measure.value == numerator / denominator, name
            assert (measure.low, measure.high) == wilson(numerator, denominator), name
        else:
            assert (measure.value, measure.low, measure.high) == (numerator, None, None), name


def test_every_metric_is_counted_in_the_table() -> None:
    assert {name for row in ROWS for name in row["measures"]} == set(METRICS.names)


@pytest.mark.parametrize("name", METRICS.names)
def test_a_metric_without_attempts_has_no_value(name: str) -> None:
    measure = measured([])[name]
    assert (measure.value, measure.denominator) == (None, 0)


@pytest.mark.parametrize("name", METRICS.names)
def test_a_metric_explains_itself_in_one_sentence(name: str) -> None:
    text = METRICS.load(name).__doc__ or ""
    assert text.endswith(".")
    assert len(text) <= 100


@given(st.integers(0, 1_000), st.lists(st.sampled_from(ROWS), min_size=1, max_size=3))
def test_the_order_of_attempts_does_not_matter(seed: int, rows: list[dict[str, Any]]) -> None:
    made = [each for row in rows for each in attempts(row)]
    shuffled = made.copy()
    random.Random(seed).shuffle(shuffled)
    assert measured(shuffled) == measured(made)


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_a_latency_is_one_that_was_measured_and_the_median_is_not_above_p95(
    times: list[float],
) -> None:
    row = {"case": "a", "verdict": "pass"}
    found = measured([scored({**row, "ms": each}) for each in times])
    median, p95 = found["latency_median_ms"].value, found["latency_p95_ms"].value
    assert median in times
    assert p95 in times
    assert min(times) <= (median or 0) <= (p95 or 0) <= max(times)
