"""What texts can do in an expression: a closed list of methods, with bounded work."""

from __future__ import annotations

from typing import Final

from toolspec.expressions.budget import (
    MOST_TEXT,
    all_metered,
    bounded_list,
    bounded_text,
    spend,
    weight,
)
from toolspec.expressions.errors import ExpressionError


def replace(value: str, old: str, new: str) -> str:
    """The text with one part put in place of another, wherever it stands."""
    if not all(isinstance(each, str) for each in (value, old, new)):
        raise ExpressionError("`replace` takes texts")
    if not old:
        raise ExpressionError("`replace` needs a text to look for")
    if len(value) + value.count(old) * max(0, len(new) - len(old)) > MOST_TEXT:
        raise ExpressionError("the text is too long")
    return value.replace(old, new)


def strip(value: str, letters: str | None = None) -> str:
    """The text without spaces, or without these letters, at both ends."""
    # Each character that goes is looked for among the letters.
    if letters is not None:
        letters = "".join(sorted(set(letters)))
        spend(len(letters) * weight(value))
    return str(value).strip(letters)


def split(value: str, by: str | None = None, most: int = -1) -> list[str]:
    """The parts of a text between spaces, or between another text."""
    return [*map(str, bounded_list(value.split(by, most)))]


def starts(value: str, text: str) -> bool:
    """Whether the text starts with another."""
    return value.startswith(text)


def ends(value: str, text: str) -> bool:
    """Whether the text ends with another."""
    return value.endswith(text)


def lower(value: str) -> str:
    """The text in lower case."""
    return bounded_text(value.lower())


def upper(value: str) -> str:
    """The text in upper case."""
    return bounded_text(value.upper())


TEXT_METHODS: Final = all_metered(
    {
        "endswith": ends,
        "lower": lower,
        "replace": replace,
        "split": split,
        "startswith": starts,
        "strip": strip,
        "upper": upper,
    }
)
