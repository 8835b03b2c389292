"""The parts of an ECMA-262 regular expression, as a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Range: TypeAlias = tuple[int, int]
AnchorKind: TypeAlias = Literal["start", "end", "word", "not_word"]

LAST_CODE_POINT = 0x10FFFF


class UnsupportedPattern(ValueError):
    """The text is no ECMA-262 pattern (flag `u`), or uses what other engines do not have."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point out of a set: `ranges` (both ends belong) and Unicode `properties`.

    A property is named as in a pattern, with a leading `^` when it must not hold.
    """

    ranges: tuple[Range, ...]
    properties: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place without width: the start, the end, a word boundary or its opposite."""

    kind: AnchorKind


@dataclass(frozen=True, slots=True)
class Look:
    """A lookahead or lookbehind."""

    body: Node
    ahead: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group; `number` counts from 1."""

    body: Node
    number: int


@dataclass(frozen=True, slots=True)
class Backreference:
    """The text that a group captured; `group` is its number or its name."""

    group: int | str


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after another; no parts match the empty text."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several branches."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A quantifier; `high` is None when there is no upper bound."""

    body: Node
    low: int
    high: int | None
    lazy: bool = False


Node: TypeAlias = Chars | Anchor | Look | Group | Backreference | Sequence | Choice | Repeat


@dataclass(frozen=True, slots=True)
class Syntax:
    """A parsed pattern; `names` maps the name of a group to its number."""

    root: Node
    groups: int
    names: dict[str, int] = field(hash=False)

    def number(self, reference: Backreference) -> int:
        """The number of the group that a reference means, 0 when there is none."""
        if isinstance(reference.group, str):
            return self.names.get(reference.group, 0)
        return reference.group if reference.group <= self.groups else 0


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below one node."""
    match node:
        case Sequence(parts):
            return parts
        case Choice(branches):
            return branches
        case Look() | Group() | Repeat():
            return (node.body,)
    return ()


def walk(node: Node) -> tuple[Node, ...]:
    """A node and all nodes below it, in the order of the text."""
    return (node, *(each for child in children(node) for each in walk(child)))
