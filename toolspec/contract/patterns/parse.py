"""Read the text of an ECMA-262 pattern (flag `u`) into a tree; all that it lacks is refused."""

from __future__ import annotations

import re
from functools import lru_cache

from toolspec.contract.patterns.escapes import read_character_escape, read_set_escape
from toolspec.contract.patterns.nodes import (
    LAST_CODE_POINT,
    Anchor,
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Range,
    Repeat,
    Sequence,
    Syntax,
    UnsupportedPattern,
    walk,
)

MAX_DEPTH = 50
# The engine writes out counted repeats, so `(a{9999}){9999}` would take all memory.
MAX_SIZE = 20_000

_LINE_ENDS: tuple[Range, ...] = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_PLAIN: dict[str, Node] = {
    "^": Anchor("start"),
    "$": Anchor("end"),
    ".": Chars(_LINE_ENDS, negated=True),
}
_REFERENCE = re.compile(r"[1-9][0-9]{0,4}")
_QUANTIFIER = re.compile(r"(?:([*+?])|\{([0-9]{1,9})(?:(,)([0-9]{1,9})?)?\})(\?)?")
_BOUNDS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_LOOKS = {"(?=": (True, False), "(?!": (True, True), "(?<=": (False, False), "(?<!": (False, True)}
_NAME = re.compile(r"<([^\W\d]\w*)>")
_POSIX = re.compile(r"\[[:.=]\^?\w+[:.=]\]")


@lru_cache(maxsize=1024)
def parse(text: str) -> Syntax:
    """The tree of a pattern; raises `UnsupportedPattern` with the reason."""
    parser = _Parser(text)
    root = parser.choice(0)
    if parser.at < len(text):
        raise UnsupportedPattern("there is a `)` without its `(`")
    syntax = Syntax(root, parser.groups, parser.names)
    for each in walk(root):
        if isinstance(each, Backreference) and not syntax.number(each):
            raise UnsupportedPattern(f"there is no group `{each.group}` to refer to")
    if _size(root) > MAX_SIZE:
        raise UnsupportedPattern(f"counted repeats write out to more than {MAX_SIZE} parts")
    return syntax


class _Parser:
    """Recursive descent over the text; `at` is the place reached."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.groups = 0
        self.names: dict[str, int] = {}

    def choice(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise UnsupportedPattern(f"groups nest more than {MAX_DEPTH} deep")
        branches = [self.sequence(depth)]
        while self._take("|"):
            branches.append(self.sequence(depth))
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self._quantified(self._term(depth)))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _take(self, expected: str) -> bool:
        found = self.text.startswith(expected, self.at)
        self.at += len(expected) if found else 0
        return found

    def _quantified(self, body: Node) -> Node:
        found = _QUANTIFIER.match(self.text, self.at)
        if found is None:
            return body
        if isinstance(body, Anchor | Look):
            raise UnsupportedPattern(f"`{found[0]}` repeats something without width")
        self.at = found.end()
        if found[1]:
            low, high = _BOUNDS[found[1]]
        else:
            low = int(found[2])
            high = int(found[4]) if found[4] else None if found[3] else low
        if high is not None and high < low:
            raise UnsupportedPattern(f"the bounds of `{found[0]}` are the wrong way round")
        return Repeat(body, low, high, lazy=bool(found[5]))

    def _term(self, depth: int) -> Node:
        char = self.text[self.at]
        if char == "(":
            return self._group(depth)
        if char in "*+?":
            raise UnsupportedPattern(f"there is nothing to repeat before `{char}`")
        if char in "{}]":
            raise UnsupportedPattern(f"a literal `{char}` is written `\\{char}`")
        self.at += 1
        if char in _PLAIN:
            return _PLAIN[char]
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escape()
        return Chars(((ord(char), ord(char)),))

    def _group(self, depth: int) -> Node:
        for opening, (ahead, negated) in _LOOKS.items():
            if self._take(opening):
                return Look(self._closed(depth), ahead, negated)
        if self._take("(?:"):
            return self._closed(depth)
        self.groups += 1
        number = self.groups
        if self._take("(?<"):
            self.at -= 1
            self._name_group(number)
        elif self.text.startswith("(?", self.at):
            form = self.text[self.at : self.at + 3]
            raise UnsupportedPattern(f"`{form}` does not open a group in ECMA-262")
        else:
            self.at += 1
        return Group(self._closed(depth), number)

    def _name_group(self, number: int) -> None:
        name = self._name()
        if name in self.names:
            raise UnsupportedPattern(f"two groups are named `{name}`")
        self.names[name] = number

    def _name(self) -> str:
        found = _NAME.match(self.text, self.at)
        if found is None:
            raise UnsupportedPattern("a group name is missing or malformed")
        self.at = found.end()
        return found[1]

    def _closed(self, depth: int) -> Node:
        body = self.choice(depth + 1)
        if not self._take(")"):
            raise UnsupportedPattern("there is a `(` without its `)`")
        return body

    def _escape(self) -> Node:
        if found := _REFERENCE.match(self.text, self.at):
            self.at = found.end()
            return Backreference(int(found[0]))
        if self._take("k"):
            return Backreference(self._name())
        if self._take("b"):
            return Anchor("word")
        if self._take("B"):
            return Anchor("not_word")
        if taken := read_set_escape(self.text, self.at):
            chars, self.at = taken
            return chars
        code, self.at = read_character_escape(self.text, self.at, in_class=False)
        return Chars(((code, code),))

    def _class(self) -> Chars:
        found = _POSIX.search(self.text, self.at - 1)
        if found and found.start() <= self.at + 1:
            raise UnsupportedPattern(f"`{found[0]}` is a POSIX class, not ECMA-262")
        negated = self._take("^")
        ranges: list[Range] = []
        properties: list[str] = []
        while not self._take("]"):
            item = self._class_atom()
            if self._is_range():
                item = self._range(item)
            if isinstance(item, Chars):
                ranges.extend(item.ranges)
                properties.extend(item.properties)
            else:
                ranges.append(item)
        return Chars(_merged(ranges), tuple(properties), negated)

    def _is_range(self) -> bool:
        return self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at)

    def _range(self, low: Chars | Range) -> Range:
        self.at += 1
        high = self._class_atom()
        if isinstance(low, Chars) or isinstance(high, Chars):
            raise UnsupportedPattern("a range in a class needs a single character at both ends")
        if high[1] < low[0]:
            raise UnsupportedPattern("a range in a class is the wrong way round")
        return low[0], high[1]

    def _class_atom(self) -> Chars | Range:
        if self.at >= len(self.text):
            raise UnsupportedPattern("there is a `[` without its `]`")
        char = self.text[self.at]
        self.at += 1
        if char != "\\":
            return ord(char), ord(char)
        if self._take("b"):
            return 0x08, 0x08
        if taken := read_set_escape(self.text, self.at):
            chars, self.at = taken
            return chars
        code, self.at = read_character_escape(self.text, self.at, in_class=True)
        return code, code


def _merged(ranges: list[Range]) -> tuple[Range, ...]:
    merged: list[Range] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, min(high, LAST_CODE_POINT)))
    return tuple(merged)


def _size(node: Node) -> int:
    match node:
        case Sequence(parts):
            return 1 + sum(_size(each) for each in parts)
        case Choice(branches):
            return 1 + sum(_size(each) for each in branches)
        case Repeat(body, low, _):
            return max(low, 1) * _size(body)
        case Group(body, _) | Look(body, _, _):
            return 1 + _size(body)
    return 1
