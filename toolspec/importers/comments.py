"""Comments of an imported spec."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from toolspec.importers.records import LeftOut
from toolspec.wording import visible

_WIDTH = 98


def comment(text: str, column: int = 0) -> str:
    """A comment of as many lines as it takes, each indented by `column`."""
    start = " " * column + "# "
    lines = textwrap.wrap(
        visible(text), _WIDTH - len(start), break_long_words=False, break_on_hyphens=False
    )
    return "".join(f"{start}{each}\n" for each in lines)


def left_out_comment(left_out: Iterable[LeftOut], column: int = 0) -> str:
    """What was left out, a comment each."""
    return "".join(
        comment(f"Left out: {each.pointer or '/'}: {each.why}", column) for each in left_out
    )
