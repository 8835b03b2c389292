from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.plain_scalars import resolve

TABLE = json.loads(Path(__file__).with_name("plain_scalars.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "value", "is_ambiguous"), TABLE)
def test_a_plain_scalar_means_what_it_looks_like(text: str, value: Any, is_ambiguous: bool) -> None:
    found, ambiguous = resolve(text)
    assert (found, type(found), ambiguous) == (value, type(value), is_ambiguous)


@pytest.mark.parametrize("text", [".inf", "-.Inf", ".nan", ".NAN"])
def test_numbers_that_are_not_finite_are_read_as_such(text: str) -> None:
    value, is_ambiguous = resolve(text)
    assert isinstance(value, float)
    assert not math.isfinite(value)
    assert not is_ambiguous


def test_a_number_too_long_to_convert_stays_text() -> None:
    assert resolve("9" * 5000) == ("9" * 5000, True)


LOOKS_NUMERIC = st.text(alphabet="0123456789+-._eExobn", max_size=12)


@given(st.one_of(st.text(max_size=20), LOOKS_NUMERIC))
def test_text_is_kept_letter_for_letter(text: str) -> None:
    value, is_ambiguous = resolve(text)
    if isinstance(value, str):
        assert value == text
    assert isinstance(value, str) or not is_ambiguous


@given(st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)))
def test_a_json_number_is_read_as_that_number(number: float) -> None:
    value, _ = resolve(json.dumps(number))
    assert value == number
    assert type(value) is type(number)


@given(LOOKS_NUMERIC)
def test_a_number_is_one_that_json_can_hold(text: str) -> None:
    value, _ = resolve(text)
    if type(value) in (int, float) and math.isfinite(value):
        assert json.loads(json.dumps(value)) == value
        assert float(text) == float(value)
