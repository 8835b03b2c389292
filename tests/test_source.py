from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics, Note
from toolspec.pointers import json_pointer
from toolspec.source import Document, PathSteps
from toolspec.yaml_events import build

TEXT = """\
name: orders
tools:
  get: {effect: read, ask: [one, "two"]}
empty: {}
"""


def document(text: str = TEXT) -> Document:
    built = build("spec.yaml", text, Diagnostics())
    assert built is not None
    return built


def covered(found: Document, path: PathSteps, at: str = "value") -> str:
    """The text that a diagnostic at `path` underlines."""
    span = found.diagnostic("TS000", "", path, at=at).span
    assert span is not None
    return found.lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]


@pytest.mark.parametrize(
    ("path", "value", "key", "first_key"),
    [
        (("name",), "orders", "name", "name"),
        (("tools", "get"), "{", "get", "effect"),
        (("tools", "get", "ask", 1), '"two"', '"two"', '"two"'),
        (("empty",), "{", "empty", "empty"),
        (("tools", "missing"), "get", "tools", "tools"),
        (("tools", "get", "ask", 7), "[", "ask", "ask"),
    ],
)
def test_a_diagnostic_stands_at_the_smallest_place(
    path: PathSteps, value: str, key: str, first_key: str
) -> None:
    found = document()
    assert covered(found, path) == value
    assert covered(found, path, "key") == key
    assert covered(found, path, "first_key") == first_key


def test_what_is_missing_from_the_whole_file_stands_at_its_first_key() -> None:
    assert covered(document(), (), "first_key") == "name"
    assert document("[]").first_key_span(()).line == 1


def test_a_value_is_shown_as_written() -> None:
    assert document('version: "1.10"').written(("version",)) == '"1.10"'


def test_a_diagnostic_holds_its_line_and_pointer() -> None:
    note = Note("see here")
    found = document("a/b: {c~d: 1}\r\n").diagnostic("TS000", "m", ("a/b", "c~d"), notes=(note,))
    assert found.source == "a/b: {c~d: 1}"
    assert found.pointer == "/a~1b/c~0d"
    assert found.notes == (note,)


def test_a_line_with_a_secret_is_not_shown() -> None:
    assert document("a: {api_key: sk-1, x: 1}").diagnostic("TS000", "", ("a", "x")).source is None


def test_a_pointer_is_escaped() -> None:
    assert json_pointer(("~", "/", 0)) == "/~0/~1/0"
    assert json_pointer(()) == ""


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # libyaml takes no half of a surrogate pair, and JSON writes one as an escape.
    | st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=8),
    lambda children: (
        st.lists(children, max_size=4)
        | st.dictionaries(st.text(alphabet="abé<я ", max_size=5), children, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 0, 1, 2]))
def test_json_is_read_back_with_the_place_of_every_scalar(value: Any, indent: int | None) -> None:
    problems = Diagnostics()
    found = build("f.json", json.dumps(value, indent=indent), problems)
    assert found is not None
    assert not len(problems)
    assert found.root == value
    for path, scalar in _scalars(value, ()):
        assert found.written(path) == json.dumps(scalar)[:65535]
        if path and isinstance(path[-1], str):
            assert covered(found, path, "key") == json.dumps(path[-1])


def _scalars(value: Any, path: PathSteps) -> list[tuple[PathSteps, Any]]:
    if isinstance(value, dict):
        return [each for key, item in value.items() for each in _scalars(item, (*path, key))]
    if isinstance(value, list):
        return [each for n, item in enumerate(value) for each in _scalars(item, (*path, n))]
    return [(path, value)]
