"""Responses with a history of trouble: what they mean, and what cases make of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.pitfalls.tables import Row, fault, gist, prepared, reply, rows
from toolspec.diagnostics import Diagnostics
from toolspec.judge import Judge
from toolspec.loading import load_text
from toolspec.results import Verdict
from toolspec.trace import Decision, TransportError


@pytest.mark.parametrize("row", rows("answers"))
def test_an_answer_means_what_the_table_says(row: Row) -> None:
    for each in _variants(row):
        read = prepared(row).lift(reply(each))
        if "fault" in row:
            assert isinstance(read, TransportError)
            assert {key: fault(read)[key] for key in row["fault"]} == row["fault"]
            continue
        assert isinstance(read, Decision)
        said = gist(read)
        assert {key: said[key] for key in row["gives"]} == row["gives"]
        for case in row.get("graded", ()):
            _check(_judged(row, case["expect"], read), case)


def _variants(row: Row) -> Iterator[Row]:
    """The row for each of its messages, bodies or statuses."""
    several = [key for key in row if key.startswith("each_")]
    if not several:
        yield row
    for key in several:
        yield from ({**row, key.removeprefix("each_"): each} for each in row[key])


def _judged(row: Row, expect: Any, decision: Decision) -> Verdict:
    own = {
        each.name: {"description": "Does it.", "effect": "read", "parameters": each.parameters}
        for each in prepared(row).tools
    }
    source = {
        "toolspec": 1,
        "name": "pitfalls",
        "version": "1",
        "prompt": {"id": "p", "version": "1", "text": "Помогай."},
        "tools": own,
        "cases": [{"id": "c", "user": "Помоги.", "expect": expect}],
    }
    problems = Diagnostics()
    loaded = load_text("row.yaml", json.dumps(source, ensure_ascii=False), {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return Judge(loaded.spec).judge(loaded.spec.cases[0], decision)


def _check(verdict: Verdict, case: Row) -> None:
    assert [each.code for each in verdict.findings] == case["fails"]
    assert verdict.outcome == ("fail" if case["fails"] else "pass")
    assert verdict.classification == case.get("class", verdict.classification)
    if "track" in case:
        assert [each.track for each in verdict.calls] == [case["track"]]
    if "hint" in case:
        assert case["hint"] in "".join(each.hint or "" for each in verdict.findings)
