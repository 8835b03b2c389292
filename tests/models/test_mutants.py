from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.models.expectations import DECISIONS, NEVER, decided
from tests.models.expectations import load as load_case
from toolspec.diagnostics import Diagnostics
from toolspec.findings import FINDINGS
from toolspec.judge import Judge
from toolspec.loading import load_file
from toolspec.matchers import Unsolvable
from toolspec.models import MUTANTS, Mutant, Situation
from toolspec.models.reference import answer
from toolspec.spec import Spec

SMALL = Path(__file__).parent / "small.yaml"
DELIVERY = Path(__file__).resolve().parents[2] / "specs" / "delivery.yaml"
SPECS = [pytest.param(each, id=each.stem) for each in (SMALL, DELIVERY)]


def load(path: Path) -> Spec:
    problems = Diagnostics()
    loaded = load_file(path, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return loaded.spec


def caught(mutant: Mutant, spec: Spec) -> dict[str, list[str]]:
    """The codes of the findings, per case in which the habit shows."""
    judge = Judge(spec)
    found = {}
    for case in spec.cases:
        try:
            bad = mutant.misbehave(answer(case, spec), Situation(spec, case))
        except Unsolvable:
            continue
        if bad is not None:
            verdict = judge.judge(case, decided(bad))
            found[case.id] = [each.code for each in verdict.findings]
    return found


@pytest.mark.parametrize("path", SPECS)
@pytest.mark.parametrize("name", MUTANTS.names)
def test_a_habit_is_caught_wherever_it_shows(name: str, path: Path) -> None:
    mutant: Mutant = MUTANTS.load(name)
    found = caught(mutant, load(path))
    assert found, "the habit never shows"
    assert {case: mutant.KILLED_BY in codes for case, codes in found.items()} == dict.fromkeys(
        found, True
    )


@pytest.mark.parametrize("name", MUTANTS.names)
def test_a_mutant_names_a_finding_that_there_is(name: str) -> None:
    assert MUTANTS.load(name).KILLED_BY in FINDINGS


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("wrong_tool", {"lookup", "price", "open", "several", "one_a_turn", "write"}),
        ("extra_argument", {"lookup", "price", "several", "one_a_turn", "write"}),
        ("number_as_string", {"price", "several"}),
        ("invented_argument", {"lookup", "several", "one_a_turn", "write"}),
        ("call_instead_of_question", {"question"}),
        ("write_without_consent", {"consent"}),
    ],
)
def test_a_habit_shows_in_the_cases_that_give_occasion(name: str, cases: set[str]) -> None:
    mutant: Mutant = MUTANTS.load(name)
    assert set(caught(mutant, load(SMALL))) == cases


@given(st.sampled_from(MUTANTS.names), DECISIONS, st.one_of(st.none(), NEVER))
def test_no_bad_answer_passes(name: str, expect: dict[str, Any], never: list[Any] | None) -> None:
    spec = load_case({"expect": expect if never is None else {**expect, "never": never}})
    assume(spec is not None)
    assert spec is not None
    for codes in caught(MUTANTS.load(name), spec).values():
        assert MUTANTS.load(name).KILLED_BY in codes


def tool(**parts: Any) -> dict[str, Any]:
    return {"description": "t", "effect": "read", "parameters": {"type": "object"}} | parts


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


CONFIRMED = {"parameters": schema(x={"type": "string"}), "ask": ["да"], "effect": "mutate"}
X = {"call": "t", "args": {"x": 7}}


@pytest.mark.parametrize(
    ("name", "made", "case", "shows"),
    [
        ("write_without_consent", tool(**CONFIRMED), {"expect": {"confirm": "t"}}, True),
        (
            "write_without_consent",
            tool(**CONFIRMED, confirm="required"),
            {"expect": {"confirm": "t"}},
            False,
        ),
        (
            "write_without_consent",
            tool(**CONFIRMED),
            {"expect": {"confirm": "t"}, "approves": {"t": {}}},
            False,
        ),
        ("wrong_tool", tool(), {"expect": {"call": "t"}}, False),
        ("extra_argument", tool(), {"expect": {"call": "t"}}, False),
        (
            "number_as_string",
            tool(parameters=schema(x={"type": ["string", "number"]})),
            {"expect": X},
            False,
        ),
        (
            "invented_argument",
            tool(
                parameters=schema(x={"type": "number"}), arguments={"x": {"grounded": "verbatim"}}
            ),
            {"user": "Ровно 7", "expect": X},
            True,
        ),
        (
            "invented_argument",
            tool(parameters=schema(x={"enum": [7]}), arguments={"x": {"grounded": "verbatim"}}),
            {"user": "Ровно 7", "expect": X},
            False,
        ),
    ],
)
def test_a_habit_does_not_show_where_it_would_be_right(
    name: str, made: dict[str, Any], case: dict[str, Any], shows: bool
) -> None:
    spec = load_case(case, tools={"t": made})
    assert spec is not None
    found = caught(MUTANTS.load(name), spec)
    assert [MUTANTS.load(name).KILLED_BY in codes for codes in found.values()] == [True] * shows
