import json
import socket
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.contract.keywords import OLD_SHAPES, SHAPES
from toolspec.contract.lint import SchemaProblem, lint
from toolspec.jsontypes import JsonObject
from toolspec.pointers import json_pointer

TABLE = yaml.safe_load(Path(__file__).with_name("lint.yaml").read_text("utf-8"))


def problems_of(row: JsonObject) -> tuple[SchemaProblem, ...]:
    if "schema" in row:
        return lint(row["schema"])
    return lint(
        {"type": "object", "properties": {"p": row["property"]}, "additionalProperties": False}
    )


@pytest.mark.parametrize("row", TABLE, ids=[row["name"] for row in TABLE])
def test_schema_has_the_listed_problems(row: JsonObject) -> None:
    prefix = "" if "schema" in row else "/properties/p"
    found = problems_of(row)
    listed = [f"{each.code} {each.severity} {json_pointer(each.path)}" for each in found]
    wanted = []
    for each in row["problems"]:
        code, severity, path = each.split(" ", 2)
        wanted.append(f"{code} {severity} {prefix}{path.strip('-')}")
    assert sorted(listed) == sorted(wanted)
    if "at" in row:
        assert [each.at for each in found] == row["at"]
    for problem, text in zip(found, row.get("help", []), strict=False):
        assert text in str(problem.help)


def test_message_of_an_unanchored_pattern_shows_a_counter_example() -> None:
    schema = {
        "type": "object",
        "properties": {"pin": {"type": "string", "pattern": "[0-9]{4}"}},
        "additionalProperties": False,
    }
    (problem,) = lint(schema)
    assert "abc1234xyz" in problem.message


def test_problems_come_in_the_order_of_the_text() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"minLenght": 1}, "b": {"type": "array"}, "c": {"minLenght": 1}},
    }
    assert [each.path[:2] for each in lint(schema)] == [
        ("properties",),
        ("properties", "a"),
        ("properties", "b"),
        ("properties", "c"),
    ]


def test_remote_reference_opens_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    (problem,) = lint(
        {
            "type": "object",
            "properties": {"geo": {"$ref": "https://example.com/point.json", "default": 1}},
            "additionalProperties": False,
        }
    )
    assert problem.code == "TS310"


def test_deep_schema_is_no_trouble() -> None:
    schema: JsonObject = {"type": "string"}
    for _ in range(3000):
        schema = {"type": "array", "items": schema}
    assert {each.code for each in lint(schema)} == {"TS319"}


KEYWORDS = sorted({*SHAPES, *OLD_SHAPES, "nullable", "id", "minLenght", "x-a", "additionalItems"})
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(),
    st.sampled_from(["a", "string", "object", "^a+$", "(", "#", "#/$defs/a", "#a", "http://x/y"]),
)
SCHEMAS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from([*KEYWORDS, "a", "b"]), inner, max_size=5),
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(SCHEMAS)
def test_any_json_value_is_linted_without_an_exception(schema: object) -> None:
    first = lint(schema)
    assert first == lint(json.loads(json.dumps(schema)))
    assert all(each.message and not each.message.endswith(".") for each in first)
