from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.intervals import wilson


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, int]:
    counted = draw(st.integers(1, 100_000))
    return draw(st.integers(0, counted)), counted


# Published values: Newcombe (1998), Statistics in Medicine 17:857, table I, method 3; and 8 of 10.
@pytest.mark.parametrize(
    ("hits", "counted", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (8, 10, 0.4902, 0.9433),
    ],
)
def test_the_interval_has_its_published_ends(
    hits: int, counted: int, low: float, high: float
) -> None:
    assert wilson(hits, counted) == pytest.approx((low, high), abs=5e-5)


@given(shares())
def test_the_interval_holds_the_share_and_stays_between_0_and_1(share: tuple[int, int]) -> None:
    hits, counted = share
    low, high = wilson(hits, counted)
    assert 0 <= low <= hits / counted <= high <= 1


@given(shares())
def test_more_hits_move_both_ends_up(share: tuple[int, int]) -> None:
    hits, counted = share
    if hits < counted:
        before, after = wilson(hits, counted), wilson(hits + 1, counted)
        assert before[0] < after[0]
        assert before[1] <= after[1]


@given(shares(), st.floats(0.5, 3), st.floats(0.5, 3))
def test_more_confidence_widens_the_interval(
    share: tuple[int, int], one: float, other: float
) -> None:
    narrow, wide = wilson(*share, min(one, other)), wilson(*share, max(one, other))
    assert wide[0] <= narrow[0] + 1e-12
    assert narrow[1] <= wide[1] + 1e-12
