import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.contract.patterns import (
    PatternTimeout,
    UnsupportedPattern,
    compile_pattern,
    counter_example,
    is_catastrophic,
    is_unanchored,
    missing_yo,
    sample,
    samples,
)

TABLE = yaml.safe_load(Path(__file__).with_name("patterns.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("text", "value"), TABLE["matches"])
def test_pattern_matches_as_in_ecma(text: str, value: str) -> None:
    assert compile_pattern(text).search(value)


@pytest.mark.parametrize(("text", "value"), TABLE["differs"])
def test_pattern_does_not_match_as_python_would(text: str, value: str) -> None:
    assert not compile_pattern(text).search(value)


@pytest.mark.parametrize(("text", "reason"), TABLE["unsupported"])
def test_other_forms_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(UnsupportedPattern) as caught:
        compile_pattern(text)
    assert reason in caught.value.reason


def test_groups_that_nest_too_deep_are_refused() -> None:
    with pytest.raises(UnsupportedPattern, match="deep"):
        compile_pattern("(" * 5000 + ")" * 5000)


def test_search_that_takes_too_long_is_a_timeout() -> None:
    with pytest.raises(PatternTimeout):
        compile_pattern("^(?:(?:a|b|ab)*c)*$").search("ab" * 60 + "!")


@pytest.mark.parametrize("text", TABLE["catastrophic"])
def test_loop_with_two_ways_is_catastrophic(text: str) -> None:
    assert is_catastrophic(text)


@pytest.mark.parametrize("text", TABLE["harmless"])
def test_loop_with_one_way_is_harmless(text: str) -> None:
    assert not is_catastrophic(text)


@pytest.mark.parametrize(("text", "example"), TABLE["loose"])
def test_loose_pattern_has_a_counter_example(text: str, example: str | None) -> None:
    assert is_unanchored(text)
    assert counter_example(text) == (None if example is None else str(example))


@pytest.mark.parametrize("text", TABLE["held"])
def test_held_pattern_is_not_unanchored(text: str) -> None:
    assert not is_unanchored(text)
    assert counter_example(text) is None


def test_no_pattern_has_no_counter_example() -> None:
    assert counter_example("(") is None


@pytest.mark.parametrize(("text", "wanted"), TABLE["samples"])
def test_sample_reads_well(text: str, wanted: str | None) -> None:
    assert sample(text) == wanted


def test_samples_grow_and_differ() -> None:
    found = list(samples("^[a-z]+$"))
    assert len(found) == len(set(found))
    assert len(found[-1]) > 100


def test_samples_stop_when_the_pattern_is_too_slow() -> None:
    assert list(samples("^(?:(?:a|b|ab)*c)*(?:ab){60}!?[^\\s\\S]$")) == []


def test_huge_samples_are_left_out() -> None:
    assert sample("^(?:[a-z]{100}){150}x$") is None
    assert max(len(each) for each in samples("^(?:(?:[a-z]{100,}-)+;)+$")) <= 10_000


@pytest.mark.parametrize(("text", "missing"), TABLE["yo"])
def test_russian_range_without_yo_is_found(text: str, missing: str | None) -> None:
    assert missing_yo(text) == missing


LETTERS = st.sampled_from(["a", "b", "c", "[ab]", "[^a]", ".", r"\d", "(?:ab|c)", "(b)", r"\."])
PIECES = st.tuples(LETTERS, st.sampled_from(["", "", "*", "+", "?", "{2}", "{1,2}", "*?"]))
TEXTS = st.lists(PIECES.map("".join), min_size=1, max_size=4).map("".join)
PATTERNS = st.lists(TEXTS, min_size=1, max_size=2).map("|".join)


@settings(deadline=None)
@given(PATTERNS, st.text("abc1.", max_size=6))
def test_common_patterns_mean_what_they_mean_to_python(text: str, value: str) -> None:
    assert compile_pattern(text).search(value) == (re.search(text, value, re.ASCII) is not None)


@settings(deadline=None)
@given(PATTERNS)
def test_sample_matches_its_pattern(text: str) -> None:
    found = sample(text)
    assert found is not None
    assert compile_pattern(text).search(found)


@settings(deadline=None)
@given(st.text("ab()[]{}|^$.*+?\\-,:=!<>dpLkuZ0123", max_size=12))
def test_any_text_is_compiled_or_refused(text: str) -> None:
    try:
        compile_pattern(text)
    except UnsupportedPattern as error:
        assert error.reason
    else:
        assert is_catastrophic(text) in (True, False)
        assert is_unanchored(text) in (True, False)
        assert sample(text) is None or compile_pattern(text).search(str(sample(text)))
