from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.assignment import assign

Matrix = list[list[float]]

sizes = st.integers(min_value=1, max_value=5)


@st.composite
def matrices(draw: st.DrawFn, cells: st.SearchStrategy[float]) -> Matrix:
    height, width = draw(sizes), draw(sizes)
    row = st.lists(cells, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


def every_assignment(cost: Matrix) -> list[tuple[tuple[int, int], ...]]:
    height, width = len(cost), len(cost[0])
    if height <= width:
        return [tuple(enumerate(each)) for each in permutations(range(width), height)]
    columns = permutations(range(height), width)
    return [tuple(sorted((row, column) for column, row in enumerate(each))) for each in columns]


def total(cost: Matrix, pairs: tuple[tuple[int, int], ...]) -> tuple[float, int]:
    distance = sum((row - column) ** 2 for row, column in pairs)
    return sum(cost[row][column] for row, column in pairs), distance


@given(matrices(st.integers(min_value=-3, max_value=3).map(float)))
def test_the_cheapest_pairs_nearest_to_the_diagonal_are_found(cost: Matrix) -> None:
    found = assign(cost)
    assert found in every_assignment(cost)
    assert total(cost, found) == min(total(cost, each) for each in every_assignment(cost))


@given(matrices(st.floats(min_value=-1e6, max_value=1e6)))
def test_fractions_are_not_rounded_away(cost: Matrix) -> None:
    cheapest = min(total(cost, each)[0] for each in every_assignment(cost))
    assert total(cost, assign(cost))[0] == pytest.approx(cheapest, rel=1e-9, abs=1e-6)


@given(matrices(st.just(0.5)))
def test_equal_costs_give_the_diagonal(cost: Matrix) -> None:
    shorter = min(len(cost), len(cost[0]))
    assert assign(cost) == tuple((each, each) for each in range(shorter))


@pytest.mark.parametrize("cost", [[], [[]], [[], []]])
def test_a_matrix_without_cells_has_no_pairs(cost: Matrix) -> None:
    assert assign(cost) == ()


@pytest.mark.parametrize(
    ("cost", "reason"),
    [
        ([[1.0], [1.0, 2.0]], "equally long"),
        ([[float("inf")]], "finite"),
        ([[float("nan")]], "finite"),
    ],
)
def test_a_matrix_that_makes_no_sense_is_refused(cost: Matrix, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        assign(cost)


def test_a_small_difference_beside_a_large_cost_still_decides() -> None:
    assert assign([[1e16, 0.1], [0.0, 1e16 - 2.0]]) == ((0, 1), (1, 0))
