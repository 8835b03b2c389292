"""Minimum-cost one-to-one assignment on a rectangular matrix (the Hungarian method).

Shortest augmenting paths with potentials, after Kuhn (1955) and Munkres (1957); cubic in the size.
Floats are scaled to whole numbers first, so nothing is rounded and ties are real ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


def assign(cost: Sequence[Sequence[float]]) -> tuple[tuple[int, int], ...]:
    """Pair rows with columns so that the costs of the pairs have the least sum.

    Every row or column of the smaller side gets a partner; the pairs come in the order of rows.
    Among equally cheap answers one with the least sum of squared distances from the diagonal is
    taken, so equal costs give (0, 0), (1, 1), …. Costs may be negative; they must be finite, and
    the rows equally long, otherwise `ValueError`.
    """
    height, width = len(cost), len(cost[0]) if cost else 0
    if any(len(row) != width for row in cost):
        raise ValueError("the rows of a cost matrix must be equally long")
    if height == 0 or width == 0:
        return ()
    weights = _exact(cost)
    if height <= width:
        return tuple(enumerate(_partners(weights)))
    turned = [list(column) for column in zip(*weights, strict=True)]
    return tuple(sorted((row, column) for column, row in enumerate(_partners(turned))))


def _exact(cost: Sequence[Sequence[float]]) -> list[list[int]]:
    """Whole numbers in which the cost counts first and the distance from the diagonal second."""
    try:
        exact = [[Fraction(each) for each in row] for row in cost]
    except (ValueError, OverflowError) as error:
        raise ValueError("a cost must be a finite number") from error
    scale = lcm(*(each.denominator for row in exact for each in row))
    # Larger than any possible sum of squared distances, so it never outweighs a cost.
    unit = max(len(cost), len(cost[0])) ** 3 + 1
    return [
        [int(each * scale) * unit + (row - column) ** 2 for column, each in enumerate(line)]
        for row, line in enumerate(exact)
    ]


def _partners(cost: list[list[int]]) -> list[int]:
    """The column of every row of a matrix that is not higher than wide."""
    state = _State(
        row_of=[None] * len(cost[0]),
        column_of=[None] * len(cost),
        row_price=[0] * len(cost),
        column_price=[0] * len(cost[0]),
    )
    for row in range(len(cost)):
        _pair(row, cost, state)
    return [column for column in state.column_of if column is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """The pairs so far, and prices under which no pair could be cheaper; its lists are changed."""

    row_of: list[int | None]
    column_of: list[int | None]
    row_price: list[int]
    column_price: list[int]


def _pair(new: int, cost: list[list[int]], state: _State) -> None:
    """Give `new` a column along the cheapest chain of swaps that ends at a free column."""
    open_columns: dict[int, tuple[int, int]] = {}  # column: distance, the row before it
    closed: dict[int, tuple[int, int]] = {}
    row: int | None = new
    distance, column = 0, -1
    while row is not None:
        _relax(row, distance, cost[row], state, open_columns, closed)
        column = min(open_columns, key=lambda each: (open_columns[each][0], each))
        closed[column] = open_columns.pop(column)
        distance, row = closed[column][0], state.row_of[column]
    _reprice(new, distance, closed, state)
    _swap(column, closed, state)


def _relax(
    row: int,
    distance: int,
    costs: list[int],
    state: _State,
    open_columns: dict[int, tuple[int, int]],
    closed: dict[int, tuple[int, int]],
) -> None:
    """Note every column that is nearer through `row` than it was."""
    base = distance - state.row_price[row]
    for column, price in enumerate(state.column_price):
        if column not in closed:
            through = base + costs[column] - price
            if column not in open_columns or through < open_columns[column][0]:
                open_columns[column] = (through, row)


def _reprice(new: int, length: int, closed: dict[int, tuple[int, int]], state: _State) -> None:
    """Change the prices so that the whole chain costs nothing."""
    state.row_price[new] += length
    for column, (distance, _) in closed.items():
        row = state.row_of[column]
        if row is not None:
            state.row_price[row] += length - distance
        state.column_price[column] -= length - distance


def _swap(end: int, closed: dict[int, tuple[int, int]], state: _State) -> None:
    """Move every row of the chain one column on, from the free column back to `new`."""
    column: int | None = end
    while column is not None:
        row = closed[column][1]
        state.row_of[column] = row
        column, state.column_of[row] = state.column_of[row], column
