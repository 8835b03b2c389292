"""Strict JSON: what is read, what is refused and by what name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.strict_json import (
    MAX_DEPTH,
    StrictJsonError,
    is_too_deep,
    is_unfinished,
    parse,
)

TEXT = st.text(st.characters())
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
FINITE = SCALARS.filter(lambda value: value not in (float("inf"), float("-inf")))
VALUES = st.recursive(
    FINITE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(TEXT, VALUES, max_size=4)

REFUSED = [
    ("nothing", "", "not_json", 0),
    ("blanks", " \n", "not_json", None),
    ("bare words", "hello", "not_json", 0),
    ("single quotes", "{'a': 1}", "not_json", 1),
    ("a trailing comma", '{"a": 1,}', "not_json", None),
    ("a comment", '{"a": 1 /* x */}', "not_json", None),
    ("a raw line break in a string", '"a\nb"', "not_json", None),
    ("an unknown escape", r'"\x41"', "not_json", None),
    ("a broken escape", r'"\u12" ', "not_json", None),
    ("a byte order mark", "\ufeff{}", "not_json", 0),
    ("bytes that are not UTF-8", b'"\xff"', "not_json", 1),
    ("two values", '{"a":1}{"a":1}', "trailing_data", 7),
    ("words after the value", '{"a":1} done', "trailing_data", 8),
    ("a duplicate key", '{"a":1,"b":2,"a":1}', "duplicate_key", None),
    ("a duplicate key deep inside", '[{"x":{"a":1,"a":2}}]', "duplicate_key", None),
    ("a duplicate key written with an escape", r'{"a":1,"\u0061":2}', "duplicate_key", None),
    ("NaN", '{"a":NaN}', "non_finite", None),
    ("minus infinity", "[-Infinity]", "non_finite", None),
    ("a number beyond a double", "[1e999]", "non_finite", None),
    ("an integer of 5000 digits", "9" * 5000, "number_too_long", None),
    ("deep nesting", "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "too_deep", None),
    ("nesting beyond the reader", "[" * 200_000, "too_deep", None),
    ("a duplicate key in an unfinished text", '{"x":{"a":1,"a":2},"y":', "unfinished", 23),
    ("a duplicate key before a syntax error", '{"x":{"a":1,"a":2},y}', "not_json", None),
    ("a duplicate key beside a long integer", '[{"a":1,"a":2},' + "9" * 5000 + "]", None, None),
    ("a duplicate key and trailing data", '{"a":1,"a":2} x', "trailing_data", None),
]


@pytest.mark.parametrize(
    ("text", "kind", "offset"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED]
)
def test_what_is_not_strict_json_is_refused(text: Any, kind: str | None, offset: Any) -> None:
    with pytest.raises(StrictJsonError) as caught:
        parse(text)
    assert caught.value.kind == (kind or "duplicate_key")
    assert str(caught.value) == caught.value.message
    if offset is not None:
        assert caught.value.offset == offset


@pytest.mark.parametrize(
    "end", ["-", "t", "tru", "fals", "nul", "1.", "1e", "1.5E+", '"\\', '"\\u0']
)
def test_a_text_that_ends_inside_a_token_is_unfinished(end: str) -> None:
    assert is_unfinished('{"a": ' + end)


@pytest.mark.parametrize("text", ["{}", '{"a": 1.x', '{"a" 1', "{1.", '{"a": trx', r'{"a":"\ug'])
def test_a_text_that_no_ending_can_mend_is_not_unfinished(text: str) -> None:
    assert not is_unfinished(text)


def test_half_an_emoji_is_kept() -> None:
    assert parse(r'{"a": "\ud83d"}') == {"a": "\ud83d"}
    assert parse(r'"\ud83d\ude00"') == "😀"


def test_the_deepest_allowed_nesting_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert not is_too_deep(parse(text))
    assert not is_too_deep(7)
    assert parse("[" + "[]," * 200 + "[]]") == [[]] * 201


def test_a_long_integer_is_read_exactly() -> None:
    assert parse("123456789012345678901234567890") == 123456789012345678901234567890


@given(VALUES)
def test_every_value_written_as_json_is_read_back(value: Any) -> None:
    assert parse(json.dumps(value)) == value
    assert parse(json.dumps(value, indent=2).encode()) == value


@given(OBJECTS, st.data(), st.booleans())
def test_every_beginning_of_an_object_is_unfinished(
    value: dict[str, Any], data: st.DataObject, escaped: bool
) -> None:
    text = json.dumps(value, ensure_ascii=escaped)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert is_unfinished(text[:cut])


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        value = parse(text)
    except StrictJsonError as error:
        assert error.message
    else:
        assert json.loads(text) == value
