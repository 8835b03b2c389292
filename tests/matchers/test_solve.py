"""Concrete values for expectations."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolspec.jsontypes import Json
from toolspec.matchers import MISSING, Context, Unsolvable, compare, solve

RECURSIVE = {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}}


def test_matchers_inside_plain_values_are_solved_and_absent_keys_left_out() -> None:
    expected = {"a": [1, {"$one_of": [2, 3]}], "b": {"$absent": True}, "c": {"$subset": {"d": 4}}}
    assert solve(expected, Context()) == {"a": [1, 2], "c": {"d": 4}}


def test_an_absent_whole_is_missing() -> None:
    assert solve({"$absent": True}, Context()) is MISSING


def test_the_first_solvable_alternative_is_taken() -> None:
    expected = {"$one_of": [{"$from": "get.id"}, 5]}
    assert solve(expected, Context()) == 5


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        ({"$one_of": [{"$from": "a.b"}, {"$relative": {"days": 1}}]}, "a.b`; needs `world.clock`"),
        ({"$relative": {"days": 1}}, "needs `world.clock`"),
        ({"$from": "get.id"}, "no earlier result holds anything at `get.id`"),
        ({"$regex": "[^\\s\\S]"}, "no text could be derived"),
    ],
)
def test_what_cannot_be_derived_says_why(expected: Json, reason: str) -> None:
    with pytest.raises(Unsolvable, match=reason):
        solve(expected, Context())


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"enum": ["b", "a"]},
        {"type": "string", "pattern": "^TK$"},
        {"type": "integer", "minimum": 7, "multipleOf": 5},
        {"type": "null"},
        {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/port"}},
        {"type": "object", "required": ["a"], "properties": {"a": {"const": 1}}},
        {"$ref": "#/$defs/port"},
    ],
    ids=str,
)
def test_an_open_value_is_taken_from_the_schema(schema: dict[str, Any]) -> None:
    root = {"properties": {"a": schema}, "$defs": {"port": {"type": "integer", "minimum": 80}}}
    context = Context(schema=root)
    solved = solve({"a": {"$any": True}}, context)
    assert Draft202012Validator(root).is_valid(solved)
    assert compare({"a": {"$any": True}}, solved, context).passed


@pytest.mark.parametrize("schema", [RECURSIVE, {"type": "string", "pattern": "[^\\s\\S]"}])
def test_a_schema_that_allows_nothing_has_no_example(schema: dict[str, Any]) -> None:
    with pytest.raises(Unsolvable, match="no value could be derived"):
        solve({"$any": True}, Context(schema=schema))


def test_a_contained_item_is_put_into_a_list_where_the_schema_wants_one() -> None:
    context = Context(schema={"properties": {"ids": {"type": "array"}}})
    expected = {"ids": {"$contains": "a"}}
    assert solve(expected, context) == {"ids": ["a"]}
    assert compare(expected, {"ids": ["a"]}, context).passed
