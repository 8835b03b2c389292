"""Tool names on the wire: a table, and one name for each tool under any rule."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering.schemas import table
from toolspec.dialect import NameRule
from toolspec.lowering.names import wire_names

RULES = (
    NameRule(),
    NameRule(pattern="^[a-zA-Z_][a-zA-Z0-9_-]*$", shortest=3, longest=20),
    NameRule(pattern="^[a-zA-Z][a-zA-Z0-9]*$", longest=12),
    NameRule(pattern="^[a-zA-Z0-9_.:-]{1,64}$"),
)
CANONICAL = st.lists(
    st.text("abяё._- 1/", min_size=1, max_size=30) | st.text(min_size=1, max_size=80),
    unique=True,
    max_size=12,
)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in table("names")])
def test_names_are_mapped_as_the_table_says(row: dict[str, Any]) -> None:
    found = wire_names(tuple(row["canonical"]), NameRule(**row.get("rule", {})))
    assert [found.names[each] for each in row["canonical"]] == row["wire"]
    assert list(found.collisions) == row.get("collisions", [])


@given(CANONICAL, st.sampled_from(RULES))
def test_every_tool_has_a_legal_name_of_its_own(canonical: list[str], rule: NameRule) -> None:
    names = wire_names(tuple(canonical), rule).names
    assert len(set(names.values())) == len(canonical)
    for own, wire in names.items():
        assert re.fullmatch(rule.pattern, wire)
        assert rule.shortest <= len(wire) <= rule.longest
        if re.fullmatch(rule.pattern, own) and rule.shortest <= len(own) <= rule.longest:
            assert wire == own


@given(CANONICAL.flatmap(lambda names: st.tuples(st.just(names), st.permutations(names))))
def test_the_order_of_tools_does_not_matter(orders: tuple[list[str], list[str]]) -> None:
    one, other = (wire_names(tuple(each), NameRule()) for each in orders)
    assert one == other


def test_two_tools_of_one_name_are_reported() -> None:
    assert wire_names(("a", "a"), NameRule()).collisions == ("a",)
