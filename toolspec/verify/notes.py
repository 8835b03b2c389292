"""Notes at the end of a description, in which keywords are said that a format has no place for.

A note is `[keyword: JSON; keyword: JSON]`, after one blank or as the whole description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from toolspec.jsontypes import Json

_KEYWORD: Final = re.compile(r"[$A-Za-z][A-Za-z0-9_-]{0,60}: ")
_DECODER: Final = json.JSONDecoder()


def notes_after(text: str, own: str) -> dict[str, Json] | None:
    """The notes of a description that says `own` and a note, and nothing else; null otherwise."""
    if not text.startswith(own):
        return None
    rest = text[len(own) :]
    if own:
        if not rest.startswith(" "):
            return None
        rest = rest[1:]
    return _parsed(rest)


def notes_at_the_end(text: str, own: str) -> dict[str, Json]:
    """The note with which a description ends, whatever is before it; a note of `own` is none."""
    for start in _starts(text):
        found = _parsed(text[start:])
        if found is not None:
            return {} if own.endswith(text[start:]) else found
    return {}


def _starts(text: str) -> Iterator[int]:
    if not text.endswith("]"):
        return
    if text.startswith("["):
        yield 0
    place = text.find(" [")
    while place >= 0:
        yield place + 1
        place = text.find(" [", place + 1)


def _parsed(text: str) -> dict[str, Json] | None:
    if not (text.startswith("[") and text.endswith("]")):
        return None
    found: dict[str, Json] = {}
    place = 1
    while True:
        match = _KEYWORD.match(text, place)
        if match is None:
            return None
        keyword = match.group()[:-2]
        try:
            value, place = _DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            return None
        if keyword in found:
            return None
        found[keyword] = value
        if text[place:] == "]":
            return found
        if not text.startswith("; ", place):
            return None
        place += 2
