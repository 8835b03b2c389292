from __future__ import annotations

from typing import Any

import pytest

from toolspec.compiler.earlier_results import earlier_results
from toolspec.compiler.plain_values import has_matcher, plain_values


@pytest.mark.parametrize(
    ("expected", "values", "places"),
    [
        ({"a": 1}, [{"a": 1}], set()),
        ({"a": {"$any": True}}, [{"a": None}], {"/a"}),
        ({"a": {"$absent": True}, "b": 1}, [{"b": 1}], set()),
        ({"a": {"$literal": {"$any": 1}}}, [{"a": {"$any": 1}}], set()),
        (
            {"a": {"$one_of": [1, 2]}, "b": {"$one_of": [3]}},
            [{"a": 1, "b": 3}, {"a": 2, "b": 3}],
            set(),
        ),
        ({"a": {"$one_of": [1, {"$any": True}]}}, [{"a": None}], {"/a"}),
        ({"a": [{"$regex": "x"}, 1]}, [{"a": [None, 1]}], {"/a/0"}),
    ],
)
def test_matchers_are_taken_out(expected: Any, values: list[Any], places: set[str]) -> None:
    found = list(plain_values(expected))
    assert [each.value for each in found] == values
    assert all(each.open == places for each in found)


def test_what_lies_around_or_below_an_unknown_value_is_unknown() -> None:
    (found,) = plain_values({"a": {"b": {"$any": True}}, "ab": 1})
    assert [found.is_open(each) for each in ("", "/a", "/a/b", "/a/b/c")] == [True] * 4
    assert not found.is_open("/ab")
    assert not found.is_open("/a/c")


def test_matchers_and_earlier_results_are_found_at_any_depth() -> None:
    assert has_matcher([{"a": {"$any": True}}])
    assert not has_matcher([{"a": {"b": 1}}])
    expected = {
        "a": [{"$from": "x.y"}],
        "b": {"$literal": {"$from": "x"}},
        "c": {"$unordered": [{"$from": "z"}]},
    }
    assert [pointer for pointer, _ in earlier_results(expected)] == [
        "/a/0",
        "/c/$unordered/0",
    ]
