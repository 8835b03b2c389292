"""Which patterns can take exponential time: found from their structure, without a clock.

Each loop is turned into its position automaton. A loop is catastrophic when one position can come
back to itself in two ways over the same text, so that n turns can be divided in 2^n ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from toolspec.contract.patterns.charset import overlap
from toolspec.contract.patterns.nodes import (
    Chars,
    Choice,
    Group,
    Node,
    Repeat,
    Sequence,
    children,
)
from toolspec.contract.patterns.parse import parse

# Beyond so many positions the check gives up; the timeout of a search still holds.
MAX_POSITIONS = 48
# A count with more room than this behaves as an unbounded one.
MAX_SPREAD = 8

Pair: TypeAlias = tuple[int, int]
T = TypeVar("T")


def is_catastrophic(text: str) -> bool:
    """Say whether a loop can match the same text in two ways; raises `UnsupportedPattern`."""
    return _any_loop(parse(text).root)


def _any_loop(node: Node) -> bool:
    if isinstance(node, Repeat) and _is_loop(node):
        try:
            if _is_ambiguous(node):
                return True
        except _TooLarge:
            pass
    return any(_any_loop(each) for each in children(node))


def _is_loop(node: Repeat) -> bool:
    return node.high is None or node.high - node.low > MAX_SPREAD


class _TooLarge(Exception):
    """The automaton would have more than `MAX_POSITIONS`."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Where a piece of the pattern can begin and end, and whether it can be empty."""

    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    nullable: bool = False


_NOTHING = _Part(nullable=True)
# What has no width of its own, or an unknown text, is taken as keeping the ways apart.
_BARRIER = _Part()


@dataclass(slots=True)
class _Automaton:
    """Positions of a loop and how often each can follow another."""

    chars: list[Chars] = field(default_factory=list)
    follow: Counter[Pair] = field(default_factory=Counter)

    def build(self, node: Node) -> _Part:
        match node:
            case Chars():
                return self._position(node)
            case Sequence(parts):
                return self._sequence(self.build(each) for each in parts)
            case Choice(branches):
                return _either([self.build(each) for each in branches])
            case Group(body, _):
                return self.build(body)
            case Repeat():
                return self._repeat(node)
        return _BARRIER

    def _position(self, chars: Chars) -> _Part:
        if len(self.chars) >= MAX_POSITIONS:
            raise _TooLarge
        self.chars.append(chars)
        place = (len(self.chars) - 1,)
        return _Part(place, place)

    def _sequence(self, parts: Iterable[_Part]) -> _Part:
        whole = _NOTHING
        for part in parts:
            self._link(whole.last, part.first)
            whole = _Part(
                whole.first + part.first if whole.nullable else whole.first,
                part.last + whole.last if part.nullable else part.last,
                whole.nullable and part.nullable,
            )
        return whole

    def _repeat(self, node: Repeat) -> _Part:
        parts = [self.build(node.body) for _ in range(min(node.low, MAX_SPREAD))]
        if not _is_loop(node):
            spread = (node.high or 0) - node.low
            return self._sequence([*parts, self._optional(node.body, spread)])
        turn = parts[-1] if parts else self.build(node.body)
        self._link(turn.last, turn.first)
        return self._sequence(parts) if parts else replace(turn, nullable=True)

    def _optional(self, body: Node, times: int) -> _Part:
        """`a{0,3}` as `(a(a(a)?)?)?`, which can match a text in one way only."""
        whole = _NOTHING
        for part in [self.build(body) for _ in range(times)]:
            whole = replace(self._sequence([part, whole]), nullable=True)
        return whole

    def _link(self, ends: tuple[int, ...], starts: tuple[int, ...]) -> None:
        self.follow.update((end, start) for end in ends for start in starts)


def _either(parts: list[_Part]) -> _Part:
    return _Part(
        tuple(place for each in parts for place in each.first),
        tuple(place for each in parts for place in each.last),
        any(each.nullable for each in parts),
    )


def _is_ambiguous(loop: Repeat) -> bool:
    automaton = _Automaton()
    automaton.build(Repeat(loop.body, 0, None))
    after: dict[int, list[int]] = {}
    for start, end in automaton.follow:
        after.setdefault(start, []).append(end)
    doubled = (edge for edge, ways in automaton.follow.items() if ways > 1)
    if any(start in _reach(after, end) for start, end in doubled):
        return True
    pairs = _pair_graph(automaton.chars, after)
    back = _reversed(pairs)
    return any(_splits_and_joins(pairs, back, (each, each)) for each in range(len(automaton.chars)))


def _pair_graph(chars: list[Chars], after: dict[int, list[int]]) -> dict[Pair, list[Pair]]:
    """Pairs of positions that two ways over the same text can stand at, and the next pairs."""
    places = range(len(chars))
    return {
        (one, other): [
            (left, right)
            for left in after.get(one, ())
            for right in after.get(other, ())
            if overlap(chars[left], chars[right])
        ]
        for one in places
        for other in places
    }


def _splits_and_joins(
    pairs: dict[Pair, list[Pair]], back: dict[Pair, list[Pair]], home: Pair
) -> bool:
    onward: set[Pair] = _reach(pairs, home)
    homeward: set[Pair] = _reach(back, home)
    return any(one != other for one, other in onward & homeward)


def _reversed(graph: dict[Pair, list[Pair]]) -> dict[Pair, list[Pair]]:
    back: dict[Pair, list[Pair]] = {}
    for start, ends in graph.items():
        for end in ends:
            back.setdefault(end, []).append(start)
    return back


def _reach(graph: dict[T, list[T]], start: T) -> set[T]:
    """Everything that can be reached from `start` in one step or more."""
    found: set[T] = set()
    waiting = [start]
    while waiting:
        fresh = [each for each in graph.get(waiting.pop(), ()) if each not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found
