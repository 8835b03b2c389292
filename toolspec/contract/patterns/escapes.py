"""What stands behind a backslash in an ECMA-262 pattern with the flag `u`."""

from __future__ import annotations

import re
from typing import NoReturn

from toolspec.contract.patterns.nodes import LAST_CODE_POINT, Chars, Range, UnsupportedPattern
from toolspec.contract.patterns.properties import property_name

DIGIT: tuple[Range, ...] = ((0x30, 0x39),)
WORD: tuple[Range, ...] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
# ECMA-262 22.2.2.9: WhiteSpace and LineTerminator, which includes the byte order mark.
SPACE: tuple[Range, ...] = (
    *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/"

_SETS = {"d": DIGIT, "w": WORD, "s": SPACE}
_CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_CODED = re.compile(
    r"u\{(?P<braced>[0-9A-Fa-f]+)\}"
    r"|u(?P<lead>[Dd][89ABab][0-9A-Fa-f]{2})\\u(?P<trail>[Dd][C-Fc-f][0-9A-Fa-f]{2})"
    r"|u(?P<four>[0-9A-Fa-f]{4})|x(?P<two>[0-9A-Fa-f]{2})|c(?P<control>[A-Za-z])|(?P<nul>0)(?![0-9])"
)
_PROPERTY = re.compile(r"([pP])\{([^{}]*)\}")
_INSTEAD = {"A": "^", "Z": "$", "z": "$"}


def complement(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    """All code points outside of `ranges`, which are sorted and do not overlap."""
    starts = [0, *(high + 1 for _, high in ranges)]
    ends = [*(low - 1 for low, _ in ranges), LAST_CODE_POINT]
    return tuple((low, high) for low, high in zip(starts, ends, strict=True) if low <= high)


def read_set_escape(text: str, at: int) -> tuple[Chars, int] | None:
    """Read a class such as `d`, `W` or `p{…}` at `at`, just after the backslash, or None."""
    letter = text[at : at + 1]
    if letter.lower() in _SETS and letter:
        ranges = _SETS[letter.lower()]
        return Chars(ranges if letter.islower() else complement(ranges)), at + 1
    if letter not in ("p", "P"):
        return None
    found = _PROPERTY.match(text, at)
    if found is None:
        raise UnsupportedPattern(f"`\\{letter}` needs a property in braces, such as `\\p{{L}}`")
    name = property_name(found[2])
    return Chars((), ("^" + name if letter == "P" else name,)), found.end()


def read_character_escape(text: str, at: int, *, in_class: bool) -> tuple[int, int]:
    """Read an escape that stands for one code point; gives it and where the text goes on."""
    letter = text[at : at + 1]
    if letter in _CONTROLS and letter:
        return _CONTROLS[letter], at + 1
    if letter and (letter in SYNTAX_CHARACTERS or (in_class and letter == "-")):
        return ord(letter), at + 1
    found = _CODED.match(text, at)
    if found is None:
        _refuse(letter)
    code = _code_point(found)
    if code > LAST_CODE_POINT:
        raise UnsupportedPattern(f"`\\{found[0]}` is beyond the last code point")
    return code, found.end()


def _code_point(found: re.Match[str]) -> int:
    kind = found.lastgroup
    if kind == "trail":
        lead, trail = int(found["lead"], 16), int(found["trail"], 16)
        return 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
    if kind == "control":
        return ord(found["control"]) % 32
    return int(found[str(kind)], 16)


def _refuse(letter: str) -> NoReturn:
    if not letter:
        raise UnsupportedPattern("the pattern ends in a lone backslash")
    if letter in _INSTEAD:
        raise UnsupportedPattern(f"`\\{letter}` is not ECMA-262; write `{_INSTEAD[letter]}`")
    if not letter.isalnum():
        raise UnsupportedPattern(f"`\\{letter}` is not an ECMA-262 escape; write `{letter}`")
    raise UnsupportedPattern(f"`\\{letter}` is not an ECMA-262 escape")
