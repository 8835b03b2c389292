"""Text as it may be written: to a file in UTF-8, and into a cell of a Markdown table."""

from __future__ import annotations

import re

from toolspec.wording import visible

_SURROGATE = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """The text with half surrogate pairs, which UTF-8 does not have, replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def table_cell(value: object) -> str:
    """A value in one line of Markdown in which nothing ends the cell or the row."""
    text = " ".join(str(value).split())
    return visible(text).replace("\\", "\\\\").replace("|", "\\|")
