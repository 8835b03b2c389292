"""Every matcher against its table: an option, an actual value, and what the driver says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.catalog import UnknownPlugin
from toolspec.jsontypes import Json
from toolspec.matchers import MATCHERS, MISSING, Context, Unsolvable, compare, load, problems, solve

HERE = Path(__file__).parent
RESULTS: tuple[tuple[str, Json], ...] = (
    ("search_flights", {"flights": [{"id": "TK-1"}, {"id": "TK-414"}], "odd name": {"n": 5}}),
    ("search_flights", {"flights": [{"id": "SU-7"}]}),
    ("crm.get_id", 17),
)


def rows() -> list[Any]:
    return [
        pytest.param(name, row, id=f"{name}-{index}")
        for name in MATCHERS.names
        for index, row in enumerate(yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8")))
    ]


def context_of(row: dict[str, Any]) -> Context:
    return Context(
        schema={"properties": {"argument": row.get("schema", {})}},
        clock=row.get("clock", "2026-04-01T09:00:00+03:00"),
        aliases={"argument": {"Казань": ("г. Казань", "Kazan"), "Самара": ("Samara",)}},
        normalize={"argument": tuple(row.get("normalize", ()))},
        results=RESULTS,
    )


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_matcher_judges_as_its_table_says(name: str, row: dict[str, Any]) -> None:
    actual = {"argument": row["actual"]} if "actual" in row else {}
    found = compare({"argument": {f"${name}": row["option"]}}, actual, context_of(row))
    if found.passed:
        assert "fails" not in row
        assert [each.rule for each in found.allowances] == row.get("allows", [])
    else:
        assert found.differences[0].rule == row.get("fails")
        assert row.get("hint", "") in (found.differences[0].hint or "")


@pytest.mark.parametrize(("name", "row"), rows())
def test_an_option_of_a_table_is_sound(name: str, row: dict[str, Any]) -> None:
    assert problems({"argument": {f"${name}": row["option"]}}, context=context_of(row)) == []


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_solution_fits_its_own_matcher(name: str, row: dict[str, Any]) -> None:
    expected = {"argument": {f"${name}": row["option"]}}
    if row.get("unsolvable"):
        with pytest.raises(Unsolvable, match="no earlier result"):
            solve(expected, context_of(row))
        return
    solved = solve(expected, context_of(row))
    assert compare(expected, solved, context_of(row)).passed
    assert solved == solve(expected, context_of(row))


@pytest.mark.parametrize("name", MATCHERS.names)
def test_a_matcher_explains_itself(name: str) -> None:
    matcher = load(name)
    assert f"${name}" in (matcher.__doc__ or "")
    assert matcher.SCHEMA["description"]


@pytest.mark.parametrize("name", ["", "_records", "nothing", "a.b"])
def test_an_unknown_matcher_is_not_loaded(name: str) -> None:
    with pytest.raises(UnknownPlugin, match="no matcher is named"):
        load(name)


def test_missing_is_shown_by_name() -> None:
    assert repr(MISSING) == "MISSING"
