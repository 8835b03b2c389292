"""Where a text of the expression language is quoted, for those who look for its end."""

from __future__ import annotations

from collections.abc import Iterator


def unquoted(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The characters from `start` on that stand in no quotes, each with its index."""
    quote, is_escaped = "", False
    for index in range(start, len(text)):
        letter = text[index]
        if is_escaped:
            is_escaped = False
        elif quote:
            is_escaped = letter == "\\"
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        else:
            yield index, letter
