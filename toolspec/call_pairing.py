"""Which proposed call answers which expected one: the pairing that explains most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from toolspec.assignment import assign

# A pair of the same tool is always better than any pair of different tools, and a pair that
# matches entirely is better than any that does not; among those, fewer differences win.
_WRONG_TOOL = 1_000_000.0
_MISMATCH = 1_000.0

_Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """`pairs` of (proposed index, expected index); `missing` and `extra` are what is left over."""

    pairs: _Pairs
    missing: tuple[int, ...]
    extra: tuple[int, ...]


def pair_calls(
    proposed: Sequence[str | None],
    expected: Sequence[str],
    differences: Callable[[int, int], int],
    *,
    is_ordered: bool = False,
    needs_all: bool = True,
) -> Pairing:
    """Pair calls one to one. `differences(p, e)` counts how two calls of one tool differ.

    A call of an unexpected tool is paired only with an expected call that nothing else answers, so
    that it can be named as the wrong tool for it; and where a part of the calls is enough
    (`needs_all` false), only when no expected call is answered at all. An ordered list is paired
    in its order where that fits entirely, so that repeats do not look like a wrong order.
    """
    if not proposed or not expected:
        return _pairing((), len(proposed), len(expected))
    if len(proposed) == len(expected) == 1:
        # The plain case; the difference is asked for all the same, since the caller keeps it.
        if proposed[0] == expected[0]:
            differences(0, 0)
        return Pairing(((0, 0),), (), ())
    cost = [
        [
            _WRONG_TOOL if name != wanted else _mismatch(differences(row, column))
            for column, wanted in enumerate(expected)
        ]
        for row, name in enumerate(proposed)
    ]
    pairs = (_in_order(cost) if is_ordered else None) or assign(cost)
    if not needs_all:
        answered = tuple(each for each in pairs if cost[each[0]][each[1]] < _WRONG_TOOL)
        pairs = answered or pairs
    return _pairing(pairs, len(proposed), len(expected))


def _mismatch(found: int) -> float:
    return _MISMATCH + found if found else 0.0


def _in_order(cost: list[list[float]]) -> _Pairs | None:
    """Every expected call with a later call than the one before it, all entirely fitting."""
    pairs: list[tuple[int, int]] = []
    for row, line in enumerate(cost):
        column = len(pairs)
        if column < len(line) and line[column] == 0:
            pairs.append((row, column))
    return tuple(pairs) if len(pairs) == len(cost[0]) else None


def _pairing(pairs: _Pairs, proposed: int, expected: int) -> Pairing:
    rows = {row for row, _ in pairs}
    columns = {column for _, column in pairs}
    return Pairing(
        pairs=pairs,
        missing=tuple(each for each in range(expected) if each not in columns),
        extra=tuple(each for each in range(proposed) if each not in rows),
    )
