"""Which proposed call answers which expected one: the pairing that explains most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from toolspec.assignment import assign

# A pair of the same tool is always better than any pair of different tools, and a pair that
# matches entirely is better than any that does not; among those, fewer differences win.
_WRONG_TOOL = 1_000_000.0
_MISMATCH = 1_000.0


@dataclass(frozen=True, slots=True)
class Pairing:
    """`pairs` of (proposed index, expected index); `missing` and `extra` are what is left over."""

    pairs: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    extra: tuple[int, ...]


def pair_calls(
    proposed: Sequence[str | None], expected: Sequence[str], differences: Callable[[int, int], int]
) -> Pairing:
    """Pair calls one to one. `differences(p, e)` counts how two calls of one tool differ.

    A call of an unexpected tool is paired only with an expected call that nothing else answers,
    so that it can be named as the wrong tool for it.
    """
    cost = [
        [_cost(name, wanted, lambda p=p, e=e: differences(p, e)) for e, wanted in enumerate(expected)]
        for p, name in enumerate(proposed)
    ]
    pairs = assign(cost) if cost and expected else ()
    paired = {p for p, _ in pairs}
    answered = {e for _, e in pairs}
    return Pairing(
        pairs=pairs,
        missing=tuple(e for e in range(len(expected)) if e not in answered),
        extra=tuple(p for p in range(len(proposed)) if p not in paired),
    )


def _cost(name: str | None, wanted: str, differences: Callable[[], int]) -> float:
    if name != wanted:
        return _WRONG_TOOL
    found = differences()
    return _MISMATCH + found if found else 0.0
