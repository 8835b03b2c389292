"""Why two texts that differ may look the same, shown by their code points."""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile
from typing import Final

_SHOWN = 12

# Latin letters and the Cyrillic ones drawn like them, as most type faces have it.
_CYRILLIC: Final = "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝ"
_LATIN: Final = "ABESIJKMHOPCTYXaesijopcyxdhqw"
_FOLD: Final = str.maketrans(_CYRILLIC + "ёЁ", _LATIN + "eE")

# What is left in a text of letters that were escaped twice.
_ESCAPE: Final = re.compile(r"\\u([0-9a-fA-F]{4})", re.ASCII)


def hint(expected: str, actual: str) -> str | None:
    """One line on what two different texts have in common, or null when it is nothing special."""
    if _nfc(expected) == _nfc(actual):
        return "the same letters, composed and decomposed"
    if _yo(expected) == _yo(actual):
        return "differs by ё and е only"
    if look_alike(expected, actual):
        return "looks the same, but the code points differ"
    if expected.strip() == actual.strip():
        return "differs in white space at the ends only"
    if expected.split() == actual.split():
        return "differs in white space only"
    if expected.casefold() == actual.casefold():
        return "differs in case only"
    if _unescaped(expected) == _unescaped(actual):
        return "differs in `\\u` escapes only, which are still there after the JSON was read"
    return None


def containment_hint(part: str, whole: str) -> str | None:
    """Why a text that does not hold `part` seems to, or null when it does not seem so."""
    if _nfc(part) in _nfc(whole):
        return "it is there, but composed or decomposed letters differ"
    if _yo(part) in _yo(whole):
        return "it is there, but ё and е differ"
    if part.casefold() in whole.casefold():
        return "it is there in another case"
    if _skeleton(part) in _skeleton(whole):
        return "it seems to be there, but the code points differ"
    return None


def codepoints(expected: str, actual: str) -> tuple[str, str] | None:
    """The code points of the stretch where two look-alikes differ, or null if they look unlike."""
    if not look_alike(expected, actual):
        return None
    head = _common(expected, actual)
    left, right = expected[head:], actual[head:]
    tail = _common(left[::-1], right[::-1])
    return _named(left[: len(left) - tail]), _named(right[: len(right) - tail])


def look_alike(left: str, right: str) -> bool:
    """Whether two texts are hard to tell apart by eye; ё and е count as such."""
    return _skeleton(left) == _skeleton(right)


def _common(left: str, right: str) -> int:
    """How many characters two texts share at their start."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    return sum(1 for _ in same)


def _skeleton(text: str) -> str:
    """A text reduced to what the eye sees: forms, scripts, invisible characters and spaces."""
    seen = unicodedata.normalize("NFKC", text)
    seen = "".join(
        " " if each.isspace() else each for each in seen if unicodedata.category(each) != "Cf"
    )
    return seen.translate(_FOLD)


def _yo(text: str) -> str:
    return _nfc(text).replace("ё", "е").replace("Ё", "Е")


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _named(text: str) -> str:
    """Code points in the usual spelling; `(nothing)` for an empty stretch."""
    if not text:
        return "(nothing)"
    named = " ".join(f"U+{ord(each):04X}" for each in text[:_SHOWN])
    return named if len(text) <= _SHOWN else f"{named} …"
