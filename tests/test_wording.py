from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec import wording


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "nothing"),
        (True, "true or false"),
        (1, "a number"),
        (1.5, "a number"),
        ("x", "a text"),
        ([], "a list"),
        ({}, "a mapping"),
        (object(), "an unknown value"),
    ],
)
def test_a_value_is_named_by_its_kind(value: Any, expected: str) -> None:
    assert wording.kind(value) == expected


@pytest.mark.parametrize(
    ("count", "noun", "expected"),
    [
        (0, "case", "0 cases"),
        (1, "case", "1 case"),
        (24, "case", "24 cases"),
        (10_000, "attempt", "10,000 attempts"),
        (2, "key", "2 keys"),
        (2, "entry", "2 entries"),
    ],
)
def test_a_count_has_the_right_plural(count: int, noun: str, expected: str) -> None:
    assert wording.counted(count, noun) == expected


def test_characters_that_cannot_be_seen_are_written_as_code_points() -> None:
    assert wording.visible("na\ufeffme\u202e") == "na<U+FEFF>me<U+202E>"


@given(st.text())
def test_what_is_visible_can_be_printed(text: str) -> None:
    assert wording.visible(text).isprintable()


def test_a_long_value_is_cut() -> None:
    assert wording.shown("а" * 100) == '"' + "а" * 58 + "…"


def test_a_near_name_is_proposed() -> None:
    assert wording.did_you_mean("get_wether", ["get_weather", "other"]) == (
        "did you mean `get_weather`?"
    )


def test_case_does_not_matter_for_nearness() -> None:
    assert wording.nearest("GET_ORDER", ["get_order"]) == "get_order"


def test_without_a_near_name_the_known_ones_are_listed() -> None:
    assert wording.did_you_mean("zzz", ["b", "a"]) == "known: `a`, `b`"
    assert wording.did_you_mean("zzz", [f"n{each}" for each in range(20)]).endswith("`n19`, …")
    assert wording.did_you_mean("zzz", []) == "none is declared"
