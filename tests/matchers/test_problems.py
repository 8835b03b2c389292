"""Mistakes in expectations against their table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.jsontypes import Json
from toolspec.matchers import Context, is_matcher, problems, used

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "driver" / "problems.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("row", [pytest.param(each, id=str(each["expected"])) for each in ROWS])
def test_every_mistake_is_found_at_its_place(row: dict[str, Any]) -> None:
    context = Context(**row["context"]) if "context" in row else None
    found = problems(row["expected"], context=context)
    wanted = row.get("problems", [])
    assert [each.path for each in found] == [path for path, _ in wanted]
    for each, (_, message) in zip(found, wanted, strict=True):
        assert message in each.message
    assert row.get("help", "") in "".join(each.help or "" for each in found)


def test_a_pointer_tells_the_argument_and_paths_start_at_the_expectation() -> None:
    context = Context(aliases={"city": {"MOW": ()}})
    assert problems([{"$alias": "MOW"}], "/city", context=context) == []
    (found,) = problems([{"$alias": "LED"}], "/city", context=context)
    assert found.path == "/0/$alias"


@pytest.mark.parametrize("value", [{"$any": True}, {"$nope": 1}])
def test_an_object_with_one_dollar_key_is_a_matcher(value: Json) -> None:
    assert is_matcher(value)


@pytest.mark.parametrize(
    "value", [{"$any": True, "x": 1}, {}, {"any": True}, "$any", [{"$any": 1}]]
)
def test_anything_else_is_a_plain_value(value: Json) -> None:
    assert not is_matcher(value)


def test_used_matchers_are_listed_with_their_places() -> None:
    expected = {
        "a": {"$one_of": [1, {"$any": True}]},
        "b": [{"$literal": {"$any": 1}}],
        "c": {"$x": 1},
    }
    assert list(used(expected)) == [
        (("a",), "one_of"),
        (("a", "$one_of", 1), "any"),
        (("b", 0), "literal"),
    ]
