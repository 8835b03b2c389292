"""BFCL's own answers pass, and every one of them that is changed in one place fails."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.importers.gold import (
    DATA,
    SETS,
    decision,
    gold,
    judged,
    keys,
    mutants,
    read_set,
    variants,
)
from toolspec.judge import Judge
from toolspec.spec import Case

Json = Any

IMPOSSIBLE: Json = json.loads(
    Path(__file__).with_name("bfcl_impossible.json").read_text(encoding="utf-8")
)
NOT_JUDGED, FIRST, LATER = IMPOSSIBLE.values()

# Of the larger sets not every entry is mutated, for the sake of time.
STEP = {"simple_python": 2, "multiple": 2, "parallel": 6, "parallel_multiple": 6}

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="BFCL's data is not here")


@cache
def cases(name: str) -> dict[str, tuple[Judge, Case]]:
    return judged(read_set(name))


def outcome(name: str, entry: str, calls: list[tuple[str, Json]]) -> str:
    judge, case = cases(name)[entry]
    return judge.judge(case, decision(calls)).outcome


@pytest.mark.parametrize("name", SETS)
def test_every_key_passes_with_its_first_values_but_the_listed_impossible_ones(name: str) -> None:
    expected = dict.fromkeys(NOT_JUDGED, "unchecked") | dict.fromkeys(FIRST, "fail")
    found = {entry: outcome(name, entry, gold(key)) for entry, key in keys(name).items()}
    assert found == {entry: expected.get(entry, "pass") for entry in found}


@pytest.mark.parametrize("name", SETS)
def test_every_other_acceptable_value_passes_too_but_the_listed_ones(name: str) -> None:
    failed = {
        entry
        for entry, key in keys(name).items()
        for calls in variants(key)
        if outcome(name, entry, calls) == "fail"
    }
    assert failed - FIRST.keys() == LATER.keys() & keys(name).keys()


@pytest.mark.parametrize("name", SETS)
def test_every_key_with_one_scalar_changed_fails(name: str) -> None:
    chosen = list(keys(name).items())[:: STEP.get(name, 1)]
    passed = [
        (entry, calls)
        for entry, key in chosen
        if entry not in NOT_JUDGED
        for calls in mutants(key)
        if outcome(name, entry, calls) != "fail"
    ]
    assert passed == []


@pytest.mark.parametrize("name", SETS)
def test_every_key_fails_with_a_call_more_or_a_call_less(name: str) -> None:
    for entry, key in keys(name).items():
        if entry not in NOT_JUDGED:
            calls = gold(key)
            assert outcome(name, entry, [*calls, calls[0]]) == "fail", entry
            assert outcome(name, entry, calls[1:]) == "fail", entry
