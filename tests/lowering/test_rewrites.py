"""Rewrites of schemas: a table for each, and what holds for any schema."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lowering.schemas import ANYTHING, HINTS, NAMES, PROPER, VALUES, accepts, table
from toolspec.lowering.nulls import admitting_null
from toolspec.lowering.schemas import REWRITES
from toolspec.lowering.walk import each_schema

ROWS = [
    pytest.param(rewrite, row, id=f"{rewrite}: {row['name']}")
    for rewrite, rows in table("rewrites").items()
    for row in rows
]
ONCE_IS_ENOUGH = tuple(each for each in REWRITES.names if each != "merge_all_of")
# These accept the same values before and after.
EXACT = (
    "booleans_to_objects",
    "const_to_enum",
    "drop_empty_properties",
    "drop_nullable",
    "inclusive_bounds",
    "inline_refs",
    "items_everywhere",
    "merge_all_of",
    "refs_to_defs",
    "type_array_to_any_of",
    "wrap_ref_siblings",
)
# These accept what was accepted before, and more.
WIDER = ("one_of_to_any_of", "prefix_items_to_items")


def rewritten(name: str, schema: Any) -> Any:
    return REWRITES.load(name).rewrite(schema, HINTS)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_a_schema_is_rewritten_as_the_table_says(name: str, row: dict[str, Any]) -> None:
    schema = row["schema"]
    lowered = rewritten(name, schema)
    if row.get("same"):
        assert lowered is schema
    else:
        assert json.dumps(lowered, sort_keys=True) == json.dumps(row["lowered"], sort_keys=True)


def test_every_rewrite_has_a_table() -> None:
    assert set(REWRITES.names) == set(table("rewrites"))


@given(ANYTHING | PROPER, st.sampled_from(REWRITES.names))
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_any_object_is_read_and_none_is_changed_in_place(schema: Any, name: str) -> None:
    before = copy.deepcopy(schema)
    assert isinstance(rewritten(name, schema), dict)
    assert schema == before


@given(ANYTHING | PROPER, st.sampled_from(ONCE_IS_ENOUGH))
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_a_second_time_changes_nothing(schema: Any, name: str) -> None:
    once = rewritten(name, schema)
    assert rewritten(name, once) == once


@given(PROPER, VALUES, st.sampled_from(EXACT))
@settings(max_examples=500, suppress_health_check=list(HealthCheck))
def test_exact_rewrites_accept_the_same_values(schema: Any, value: Any, name: str) -> None:
    lowered, accepted = rewritten(name, schema), accepts(schema, value)
    if lowered is not schema and accepted is not None:
        assert accepts(lowered, value) == accepted


@given(PROPER, VALUES, st.sampled_from(WIDER))
@settings(max_examples=400, suppress_health_check=list(HealthCheck))
def test_wider_rewrites_accept_what_was_accepted(schema: Any, value: Any, name: str) -> None:
    if "not" not in str(schema) and accepts(schema, value):
        assert accepts(rewritten(name, schema), value)


@given(PROPER, VALUES)
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_nullable_says_the_same_as_the_type_null(schema: Any, value: Any) -> None:
    lowered, accepted = rewritten("type_to_nullable", schema), accepts(schema, value)
    if lowered is not schema and accepted is not None:
        assert accepts(each_schema(lowered, _with_null), value) == accepted


def _with_null(schema: Any) -> Any:
    """`nullable` as the formats mean it that have the word."""
    others = {keyword: value for keyword, value in schema.items() if keyword != "nullable"}
    return admitting_null(others) if schema.get("nullable") is True else others


@given(PROPER, st.dictionaries(NAMES, VALUES, max_size=3))
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_the_root_accepts_the_same_objects_and_closed_objects_no_others(
    schema: Any, value: Any
) -> None:
    accepted = accepts(schema, value)
    if accepted is not None:
        assert accepts(rewritten("object_root", schema), value) == accepted
    if "oneOf" not in str(schema) and accepts(rewritten("close_objects", schema), value):
        assert accepted


@pytest.mark.parametrize("name", ["inline_refs", "merge_all_of"])
def test_definitions_that_double_at_every_level_end(name: str) -> None:
    definitions = {
        f"d{level}": {
            "type": "object",
            "properties": {
                side: {"allOf": [{"$ref": f"#/$defs/d{level + 1}"}, {"title": side}]}
                for side in ("left", "right")
            },
        }
        for level in range(40)
    }
    definitions["d40"] = {"type": "string"}
    schema = {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}
    assert len(json.dumps(rewritten(name, schema))) < 10_000_000
