"""How entries, documents and keys of BFCL become specs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.importers.gold import DATA, decision
from toolspec.diagnostics import Diagnostics
from toolspec.importers import bfcl
from toolspec.importers.bfcl.figures import figures
from toolspec.importers.bfcl.files import read_sets
from toolspec.importers.bfcl.schema import schema_of
from toolspec.importers.write import new_text
from toolspec.judge import Judge
from toolspec.loading import load_text

Json = Any


def entry(number: int = 0, *functions: Json, **more: Json) -> Json:
    question = [[{"role": "user", "content": "Do it."}]]
    return {"id": f"s_{number}", "question": question, "function": list(functions), **more}


def function(name: str = "f", required: tuple[str, ...] = (), **properties: Json) -> Json:
    parameters = {"type": "dict", "properties": properties, "required": list(required)}
    return {"name": name, "description": "Does it.", "parameters": parameters}


def outcome(document: Json, key: Json, *calls: tuple[str, Json]) -> str:
    """Grade calls on an entry, after the way through YAML."""
    read = bfcl.read([entry(0, document)], {"s_0": key}, {})
    assert not read.refusals
    problems = Diagnostics()
    loaded = load_text("s", new_text(read.specs[0], name="s", origin="s"), {}, problems)
    assert loaded is not None, [each.message for each in problems]
    return Judge(loaded.spec).judge(loaded.spec.cases[0], decision(list(calls))).outcome


A = {"type": "integer"}


@pytest.mark.parametrize(
    ("properties", "required", "key", "calls", "expected"),
    [
        ({"a": A}, "a", [{"a": [1]}, {"a": [1]}], [{"a": 1}, {"a": 1}], "pass"),
        ({"a": A}, "a", [{"a": [1]}, {"a": [1]}], [{"a": 1}], "fail"),
        ({"a": A}, "a", [{"a": [1]}], [{"a": 1}, {"a": 1}], "fail"),
        ({"a": {"type": "any"}}, "a", [{"a": [1]}], [{"a": True}], "fail"),
        ({"a": A}, "a", [{"a": [1]}], [{"a": "1"}], "fail"),
        ({"a": A, "b": A}, "ab", [{"a": [1], "b": [2]}], [{"a": 1}], "fail"),
        (
            {"a": {"type": "array", "items": {"type": "float"}}},
            "a",
            [{"a": [[1.0, 2.0]]}],
            [{"a": [1, 2]}],
            "pass",
        ),
        ({"a": A}, "a", [{"a": [1, 2]}, {"a": [1]}], [{"a": 2}, {"a": 1}], "pass"),
        ({"a": A}, "a", [{"a": [1, 2]}, {"a": [1]}], [{"a": 1}, {"a": 2}], "pass"),
        ({"a": A}, "a", [{"a": [1, 2]}, {"a": [1]}], [{"a": 2}, {"a": 2}], "fail"),
        ({"a": A}, "", [{"a": [1, ""]}], [{}], "pass"),
        ({"a": A}, "", [{"a": [1, ""]}], [{"a": 1}], "pass"),
        ({"a": A}, "", [{"a": [""]}], [{"a": 1}], "fail"),
        ({"a": {"type": "dict"}}, "a", [{"a": [{"b": [1, ""]}]}], [{"a": {}}], "pass"),
        ({"a": {"type": "dict"}}, "a", [{"a": [{"b": [1, 2]}]}], [{"a": {"b": 2}}], "pass"),
        ({"a": {"type": "dict"}}, "a", [{"a": [{"b": [1, 2]}]}], [{"a": {"b": 3}}], "fail"),
        ({"a": {"type": "dict"}}, "a", [{"a": [{"$x": [1]}]}], [{"a": {"$x": 1}}], "pass"),
        (
            {"a": {"type": "array", "items": {"type": "dict"}}},
            "a",
            [{"a": [[{"b": ["x", "y"]}]]}],
            [{"a": [{"b": "y"}]}],
            "pass",
        ),
    ],
)
def test_a_key_accepts_what_it_says_and_nothing_else(
    properties: Json, required: str, key: list[Json], calls: list[Json], expected: str
) -> None:
    document = function("f", tuple(required), **properties)
    wanted = [{"f": each} for each in key]
    assert outcome(document, wanted, *(("f", each) for each in calls)) == expected


@pytest.mark.parametrize(
    ("word", "schema", "is_lossy"),
    [
        ("dict", {"type": "object"}, False),
        ("float", {"type": "number"}, False),
        ("any", {}, False),
        ("tuple", {"type": "array"}, True),
        ("String", {"type": "string"}, False),
        ("ArrayList", {"type": "array"}, True),
        ("HashMap", {"type": "object"}, True),
        ("char", {"type": "string"}, True),
        ("long", {"type": "integer"}, True),
        ("", {}, True),
        (["dict"], {}, True),
    ],
)
def test_a_type_word_becomes_a_json_type_and_what_is_lost_is_listed(
    word: Json, schema: Json, *, is_lossy: bool
) -> None:
    parameters = {"type": "dict", "properties": {"a": {"type": word}}}
    mapped, left_out, refusals = schema_of(parameters, ("p",))
    assert mapped["properties"]["a"] == schema
    assert [each.pointer for each in left_out] == ["/p/properties/a/type"] * is_lossy
    assert not refusals


def test_entries_whose_functions_disagree_go_to_different_specs() -> None:
    add, other = function("add", a=A), function("add", b=A)
    lines = [entry(0, add), entry(1, other), entry(2, add), entry(3, function("sub"))]
    specs = bfcl.read(lines, {}, {}).specs
    assert [[case.name for case in each.cases] for each in specs] == [
        ["s_0", "s_2", "s_3"],
        ["s_1"],
    ]


def test_the_turns_after_the_first_are_listed_and_held_back_functions_are_not_offered() -> None:
    classes = {"C": bfcl.read_class([function("f"), function("g"), function("h")])}
    turn = [{"role": "user", "content": "Begin."}]
    line = {
        "id": "m_0",
        "question": [turn, turn, turn],
        "involved_classes": ["C"],
        "excluded_function": ["g"],
        "missed_function": {"1": ["h"]},
    }
    case = bfcl.read([line], {}, classes).specs[0].cases[0]
    assert case.value["tools"] == ["f"]
    assert case.value["expect"] == "unchecked"
    assert "/0/question" in {each.pointer for each in case.left_out}


def test_what_is_wrong_with_a_set_is_found_in_one_pass() -> None:
    lines = [7, {"id": "a"}, entry(1, {"name": 3}), entry(2, function()), entry(2, function())]
    read = bfcl.read(lines, {}, {"C": ()})
    assert [(each.code, each.path) for each in read.refusals] == [
        ("TS702", (0,)),
        ("TS702", (1, "question")),
        ("TS702", (2, "function", 0)),
        ("TS703", (4, "id")),
    ]
    assert read.specs == ()


@pytest.mark.skipif(not DATA.exists(), reason="BFCL's data is not here")
def test_the_figures_of_the_sets_at_hand() -> None:
    problems = Diagnostics()
    counted = dict(figures(*read_sets(Path(DATA), None, problems)))
    assert not problems.errors
    assert counted["function documents of entries"] == 2067
    assert counted["function documents of multi-turn classes"] == 128
    assert counted["distinct names"] == 1257
    assert counted["names that OpenAI does not take"] == 632
    assert counted["documents with a schema that is invalid after the mapping of types"] == 1
    assert counted["defaults that break their own schema"] == 42
    assert counted["acceptable values outside their enum"] == 5
    assert counted["  not judged: the answer key is impossible"] == 20
