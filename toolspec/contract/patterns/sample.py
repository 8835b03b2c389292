"""Example texts for a pattern: built from its tree, kept only when the pattern really matches."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.patterns.charset import pick
from toolspec.contract.patterns.compiled import PatternTimeout, compile_pattern
from toolspec.contract.patterns.nodes import (
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    Syntax,
    UnsupportedPattern,
    walk,
)
from toolspec.contract.patterns.parse import parse

MAX_SAMPLE_LENGTH = 10_000

MAX_BRANCHES = 6

# How many turns a repeat gets beyond its least number.
_EXTRA_TURNS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 256)


def sample(text: str) -> str | None:
    """A text that the pattern matches, the same one every time; None when none was found."""
    return next(samples(text), None)


def samples(text: str) -> Iterator[str]:
    """Different texts that the pattern matches, short ones first; none when it is no pattern."""
    try:
        syntax, pattern = parse(text), compile_pattern(text)
    except UnsupportedPattern:
        return
    seen: set[str] = set()
    for each in _candidates(syntax):
        if each in seen or len(each) > MAX_SAMPLE_LENGTH:
            continue
        seen.add(each)
        try:
            if pattern.search(each):
                yield each
        except PatternTimeout:
            return


def _candidates(syntax: Syntax) -> Iterator[str]:
    nodes = walk(syntax.root)
    looks = [each.body for each in nodes if isinstance(each, Look) and _wants(each)]
    branches = max((len(each.branches) for each in nodes if isinstance(each, Choice)), default=1)
    most = max((_spread(each) for each in nodes if isinstance(each, Repeat)), default=0)
    for extra in _EXTRA_TURNS:
        for branch in range(min(branches, MAX_BRANCHES)):
            body = _Writer(syntax, extra, branch).write(syntax.root)
            yield body
            if looks:
                # `^(?=.*[A-Z])(?=.*\d).{8}$`: what the lookaheads want takes the first places.
                wanted = "".join(_Writer(syntax, 0, branch).write(each) for each in looks)
                yield wanted + body[len(wanted) :]
                yield wanted + body
        if extra >= most or len(body) > MAX_SAMPLE_LENGTH:
            return


def _spread(node: Repeat) -> int:
    return _EXTRA_TURNS[-1] if node.high is None else node.high - node.low


def _wants(look: Look) -> bool:
    return look.ahead and not look.negated


class _Writer:
    """Writes one text for a tree, with fixed choices."""

    def __init__(self, syntax: Syntax, extra: int, branch: int) -> None:
        self._syntax = syntax
        self._extra = extra
        self._branch = branch
        self._captured: dict[int, str] = {}
        self._room = MAX_SAMPLE_LENGTH

    def write(self, node: Node, turn: int = 0) -> str:
        match node:
            case Chars():
                self._room -= 1
                return pick(node, turn) or ""
            case Sequence(parts):
                return "".join(self.write(each, turn) for each in parts)
            case Choice(branches):
                return self.write(branches[self._branch % len(branches)], turn)
            case Group(body, number):
                self._captured[number] = self.write(body, turn)
                return self._captured[number]
            case Backreference():
                return self._captured.get(self._syntax.number(node), "")
            case Repeat():
                return self._repeat(node)
        return ""

    def _repeat(self, node: Repeat) -> str:
        turns = node.low + self._extra
        if node.high is not None:
            turns = min(turns, node.high)
        written: list[str] = []
        for turn in range(turns):
            if self._room < 0:
                break
            written.append(self.write(node.body, turn))
        return "".join(written)
