"""ECMA-262 patterns to search with: the meaning they have elsewhere, and a bound on the time."""

from __future__ import annotations

from functools import lru_cache

import regex

from toolspec.contract.patterns.nodes import (
    Anchor,
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    Syntax,
)
from toolspec.contract.patterns.parse import parse

SEARCH_TIMEOUT_S = 0.5

# The engine's own `\b`, `^` and `$` know more letters and an end before a last line feed.
_WORD = "[0-9A-Z_a-z]"
_ANCHORS = {
    "start": r"\A",
    "end": r"\Z",
    "word": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "not_word": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}
_LOOKS = {
    (True, False): "(?=",
    (True, True): "(?!",
    (False, False): "(?<=",
    (False, True): "(?<!",
}


class PatternTimeout(Exception):
    """A search took longer than `SEARCH_TIMEOUT_S`; nothing is known of the text."""


class Pattern:
    """A compiled pattern; made by `compile_pattern`."""

    __slots__ = ("_search", "text")

    def __init__(self, text: str, compiled: regex.Pattern[str]) -> None:
        self.text = text
        self._search = compiled.search

    def search(self, value: str) -> bool:
        """Say whether the pattern matches anywhere in `value`; may raise `PatternTimeout`."""
        try:
            return self._search(value, timeout=SEARCH_TIMEOUT_S) is not None
        except TimeoutError as error:
            raise PatternTimeout(f"pattern `{self.text}` takes too long") from error


@lru_cache(maxsize=1024)
def compile_pattern(text: str) -> Pattern:
    """Compile ECMA-262 text; raises `UnsupportedPattern` with the reason."""
    syntax = parse(text)
    return Pattern(text, regex.compile(_render(syntax.root, syntax, frozenset())))


def _render(node: Node, syntax: Syntax, open_groups: frozenset[int]) -> str:
    match node:
        case Chars():
            return _render_chars(node)
        case Anchor(kind):
            return _ANCHORS[kind]
        case Sequence(parts):
            return "".join(_render(each, syntax, open_groups) for each in parts)
        case Choice(branches):
            return f"(?:{'|'.join(_render(each, syntax, open_groups) for each in branches)})"
        case Group(body, number):
            return f"({_render(body, syntax, open_groups | {number})})"
        case Backreference():
            return _render_reference(syntax.number(node), open_groups)
    inner = _render(node.body, syntax, open_groups)
    if isinstance(node, Look):
        return f"{_LOOKS[node.ahead, node.negated]}{inner})"
    return f"(?:{inner}){_render_count(node)}"


def _render_count(node: Repeat) -> str:
    high = "" if node.high is None else node.high
    return f"{{{node.low},{high}}}{'?' if node.lazy else ''}"


def _render_reference(number: int, open_groups: frozenset[int]) -> str:
    # In ECMA-262 a group that has captured nothing yet matches the empty text.
    return "" if number in open_groups else f"(?({number})\\{number})"


def _render_chars(chars: Chars) -> str:
    items = [_render_range(low, high) for low, high in chars.ranges]
    items += [
        rf"\P{{{each[1:]}}}" if each[0] == "^" else rf"\p{{{each}}}" for each in chars.properties
    ]
    if not items:
        return r"[\U00000000-\U0010FFFF]" if chars.negated else "(?!)"
    return f"[{'^' if chars.negated else ''}{''.join(items)}]"


def _render_range(low: int, high: int) -> str:
    return f"\\U{low:08X}" if low == high else f"\\U{low:08X}-\\U{high:08X}"
