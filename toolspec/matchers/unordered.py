"""A list in any order, each item as often as written: `{$unordered: [a, a, b]}`.

The items may hold matchers; items are paired one to one so that as many as possible fit.
"""

from toolspec.assignment import assign
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import (
    MISSING,
    Allowance,
    Comparison,
    Context,
    Difference,
    compare,
    joined,
    matcher_difference,
)
from toolspec.matchers import solve as solve_expected
from toolspec.pointers import join
from toolspec.wording import kind

SCHEMA: JsonObject = {"type": "array", "description": "a list"}
HOLDS_EXPECTED = True


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison:
    """Every item that found no partner, on either side."""
    if not isinstance(actual, list):
        hint = f"expected a list, got {kind(actual)}"
        return matcher_difference("$unordered", option, actual, context, hint)
    table = [
        [
            compare(wanted, got, context, mode=context.mode, pointer=join(context.pointer, index))
            for index, got in enumerate(actual)
        ]
        for wanted in option
    ]
    pairs = tuple(
        (row, column) for row, column in assign(_costs(table)) if table[row][column].passed
    )
    left_over = _left_over(option, actual, pairs, context)
    if left_over:
        return Comparison(left_over)
    moved = any(row != column for row, column in pairs)
    order = Comparison(allowances=(Allowance(context.pointer, "$unordered"),) if moved else ())
    return joined([order, *(table[row][column] for row, column in pairs)])


def solve(option: Json, context: Context) -> Json:
    """The items in the order written."""
    return solve_expected(option, context, pointer=context.pointer)


def _costs(table: list[list[Comparison]]) -> list[list[int]]:
    """Most pairs that fit first; among those, the fewest that needed a looser rule."""
    misfit = len(table) + 1
    return [
        [(1 if each.allowances else 0) if each.passed else misfit for each in row] for row in table
    ]


def _left_over(
    option: list[Json],
    actual: list[Json],
    pairs: tuple[tuple[int, int], ...],
    context: Context,
) -> tuple[Difference, ...]:
    used = {row for row, _ in pairs}, {column for _, column in pairs}
    lost = tuple(
        _lonely(context.pointer, each, MISSING, "no item is left that fits it")
        for index, each in enumerate(option)
        if index not in used[0]
    )
    surplus = tuple(
        _lonely(join(context.pointer, index), MISSING, each, "it fits no expected item left")
        for index, each in enumerate(actual)
        if index not in used[1]
    )
    return lost + surplus


def _lonely(pointer: str, expected: Json, got: Json, hint: str) -> Difference:
    return Difference(pointer=pointer, rule="$unordered", expected=expected, got=got, hint=hint)
