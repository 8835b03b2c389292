from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.yaml_events import build


def read(text: str) -> tuple[Any, list[str]]:
    """The value read, and the codes of what is wrong."""
    problems = Diagnostics()
    document = build("f.yaml", text, problems)
    return (None if document is None else document.root), [each.code for each in problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on: {off: no}", {"on": {"off": "no"}}),
        ("date: 2026-03-01", {"date": "2026-03-01"}),
        ("a:\nb: ~", {"a": None, "b": None}),
        ("a: 'no'\nb: \"1\"", {"a": "no", "b": "1"}),
        ("? a\n: b", {"a": "b"}),
        ("a: &x 1\nb: *x", {"a": 1, "b": 1}),
        ("&k a: 1\nb: {*k : 2}", {"a": 1, "b": {"a": 2}}),
        ("a: |\n  {{x}} {# no #}\n", {"a": "{{x}} {# no #}\n"}),
        ("'<<': 1", {"<<": 1}),
        ("a: <<", {"a": "<<"}),
        ("%YAML 1.2\n---\na: no\n...\n", {"a": "no"}),
        ('a: "\\U0001F600"', {"a": "😀"}),
        ("a: 😀", {"a": "😀"}),
        ("a: 1\rb: 2\r", {"a": 1, "b": 2}),
        ("- &x [1]\n- &x [2]\n- *x", [[1], [2], [2]]),
    ],
)
def test_yaml_means_what_it_says(text: str, value: Any) -> None:
    assert read(text) == (value, [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}", {"q": 3, "p": 1}),
        ("a: &x {p: 1, q: 2}\nb: {q: 3, <<: *x}", {"q": 3, "p": 1}),
        ("a: [&x {p: 1}, &y {p: 2, r: 4}]\nb: {<<: [*x, *y]}", {"p": 1, "r": 4}),
        ("b: {<<: {p: 1}}", {"p": 1}),
        ("a: &x {p: 1}\nc: &y {<<: *x, r: 2}\nb: {<<: *y}", {"p": 1, "r": 2}),
    ],
)
def test_merge_keys_fill_in_what_is_not_given(text: str, value: Any) -> None:
    root, codes = read(text)
    assert (root["b"], codes) == (value, [])


def test_a_merged_key_is_placed_where_it_was_written() -> None:
    document = build("f.yaml", "a: &x {p: 1}\nb: {<<: *x}", Diagnostics())
    assert document is not None
    assert document.key_span(("b", "p")).line == 1


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a: {<<: 1}", ["TS016"]),
        ("a: {<<: [1]}", ["TS016"]),
        ("a: 1\na: 2\nb: 1\nb: 2", ["TS008", "TS008"]),
        ('{"a": 1, "a": 2}', ["TS008"]),
        ("1: a", ["TS009"]),
        ("?\n: a", ["TS009"]),
        ("~: a", ["TS009"]),
        ("[a]: b", ["TS009"]),
        ("{a: b}: c", ["TS009"]),
        ("a: &x [1]\nb: {*x : 1}", ["TS009"]),
        ("a: !!str 1", ["TS014"]),
        ("a: !!map {}", ["TS014"]),
        ("a: ! 1", ["TS014"]),
        ("a: *x", ["TS015"]),
        ("a: [*x]\nb: &x 1", ["TS015"]),
        ("&x {a: *x}", ["TS011"]),
        ("--- a\n--- b", ["TS007"]),
        ("", ["TS004"]),
        ("# only a comment", ["TS004"]),
        ("a: b: c", ["TS005"]),
        ("a: \x01", ["TS005"]),
        ("a: \u2029", ["TS005"]),
        ("a: 1\n\ufeffb: 2", ["TS005"]),
        ("a:\n\tb: 1", ["TS006"]),
        ("[" * 101 + "]" * 101, ["TS012"]),
    ],
)
def test_what_the_language_does_not_have_is_refused(text: str, codes: list[str]) -> None:
    assert read(text)[1] == codes


def test_nesting_of_a_hundred_levels_is_read() -> None:
    assert read("[" * 100 + "]" * 100)[1] == []


def test_a_secret_that_looks_like_a_number_is_not_shown() -> None:
    assert read("token: 0123456")[1] == []
    assert read("other: 0123456")[1] == ["TS013"]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    root, _ = read(text.replace("\0", ""))
    assert root is None or isinstance(root, str | int | float | list | dict)


@given(st.text(alphabet="ab:-[]{}&*?|>'\"#%@`! \n\t1", max_size=60))
def test_any_yaml_is_read_or_refused_with_a_place_in_the_text(text: str) -> None:
    problems = Diagnostics()
    document = build("f.yaml", text, problems)
    lines = text.split("\n")
    for each in problems:
        assert each.span is not None
        assert each.span.line <= len(lines)
        assert each.span.column <= len(lines[each.span.line - 1]) + 1
    assert document is not None or problems.errors


MAPPINGS = st.dictionaries(st.sampled_from("abcdef"), st.integers(), max_size=5)


@given(MAPPINGS, st.lists(MAPPINGS, min_size=1, max_size=3), st.booleans())
def test_merging_equals_writing_the_keys_out(
    own: dict[str, int], merged: list[dict[str, int]], is_first: bool
) -> None:
    lines = [f"  {key}: {value}" for key, value in own.items()]
    lines.insert(0 if is_first else len(lines), f"  <<: [{', '.join(map(_flow, merged))}]")
    root, codes = read("a:\n" + "\n".join(lines))
    expected: dict[str, int] = {}
    for each in (*reversed(merged), own):
        expected |= each
    assert (root["a"], codes) == (expected, [])


def _flow(value: dict[str, int]) -> str:
    return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"


TREES = st.recursive(
    st.integers() | st.text(alphabet="abя \n#:'\"", max_size=8),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(st.text(alphabet="abя", min_size=1, max_size=3), children, max_size=3)
    ),
    max_leaves=8,
)


@given(TREES)
def test_block_style_is_read_as_another_writer_meant_it(value: Any) -> None:
    text = yaml.safe_dump(value, allow_unicode=True)
    root, codes = read(text)
    # Another reader's numbers with a sign or with underscores do not arise from these letters.
    assert (root, [each for each in codes if each != "TS013"]) == (value, [])
