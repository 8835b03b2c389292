"""The driver against its table of plain values, and what it does at its edges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.catalog import UnknownPlugin
from toolspec.contract.patterns import PatternTimeout
from toolspec.matchers import MISSING, CheckError, Context, compare

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "driver" / "compare.yaml").read_text("utf-8")
)


def context_of(row: dict[str, Any]) -> Context:
    return Context(
        schema=row.get("schema", {}),
        aliases=row.get("aliases", {}),
        normalize={name: tuple(steps) for name, steps in row.get("normalize", {}).items()},
        default_fill=row.get("default_fill", False),
    )


@pytest.mark.parametrize("row", [pytest.param(each, id=each["name"]) for each in ROWS])
def test_the_driver_lists_every_difference_and_allowance(row: dict[str, Any]) -> None:
    mode = row.get("mode", "exact")
    found = compare(row["expected"], row["actual"], context_of(row), mode=mode)
    differences = [[each.pointer, each.rule] for each in found.differences]
    assert differences == row.get("differs", [])
    assert [[each.pointer, each.rule] for each in found.allowances] == row.get("allows", [])
    if "hint" in row:
        assert row["hint"] in (found.differences[0].hint or "")
    if "codepoints" in row:
        assert found.differences[0].codepoints == tuple(row["codepoints"])


def test_labels_say_which_side_a_value_is_from() -> None:
    lost, surplus = compare({"a": 1}, {"b": 2}, Context()).differences
    assert (lost.expected, lost.got) == (1, MISSING)
    assert (surplus.expected, surplus.got) == (MISSING, 2)


def test_a_pointer_places_the_value_inside_the_arguments() -> None:
    context = Context(schema={"properties": {"n": {"type": "number"}}})
    found = compare(1, 1.0, context, pointer="/n")
    assert [each.pointer for each in found.allowances] == ["/n"]


def test_a_huge_integer_beside_a_float_is_no_trouble() -> None:
    assert [each.hint for each in compare(1.5, 10**400, Context()).differences] == [None]


def test_an_integer_next_to_a_float_is_exact() -> None:
    context = Context(schema={"type": "number"})
    assert not compare(2**53 + 1, float(2**53), context).passed


@pytest.mark.parametrize(
    ("expected", "context", "reason"),
    [
        ({"$relative": {"days": 1}}, Context(), "needs `world.clock`"),
        ({"$relative": {"days": 1}}, Context(clock="2026-04-01T09:00:00"), "an offset"),
        (
            {"$relative": {"years": 9000}},
            Context(clock="2026-04-01T09:00:00Z"),
            "outside of the calendar",
        ),
        ({"$alias": "MOW"}, Context(), "`city` has no alias table"),
        ({"$alias": "MOV"}, Context(aliases={"city": {"MOW": ()}}), "did you mean `MOW`"),
    ],
)
def test_a_matcher_without_what_it_needs_neither_passes_nor_fails(
    expected: dict[str, Any], context: Context, reason: str
) -> None:
    with pytest.raises(CheckError, match=reason):
        compare({"city": expected}, {"city": "x"}, context)


def test_a_pattern_that_takes_too_long_is_not_a_difference() -> None:
    with pytest.raises(PatternTimeout):
        compare({"$regex": "^(a|aa)+$"}, "a" * 60 + "b", Context())


def test_an_unknown_matcher_that_was_not_checked_is_an_error() -> None:
    with pytest.raises(UnknownPlugin, match="no matcher is named `nope`"):
        compare({"$nope": 1}, 1, Context())
