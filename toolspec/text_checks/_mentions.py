"""What the checks on mentions share: the shape of their option and what it is to be mentioned."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import JsonObject
from toolspec.text_checks._hints import joined, near_miss
from toolspec.text_checks._records import Folding

MENTIONS: Final[JsonObject] = {
    "type": "array",
    "items": {"type": "string", "minLength": 1},
    "minItems": 1,
    "description": "a list of at least one text, none of them empty",
}


def is_in(item: str, text: str, folding: Folding) -> bool:
    """Whether the item is in the text, both folded."""
    return folding.fold(item) in folding.fold(text)


def hints_of(items: tuple[str, ...], text: str, folding: Folding) -> str | None:
    """The near misses among items that are not in the text."""
    return joined(
        near_miss(each, text, folding, lambda item, whole: item in whole) for each in items
    )
