"""Which argument a JSON pointer stands in."""

from __future__ import annotations

from toolspec.pointers import split


def text_argument(pointer: str) -> str | None:
    """The argument whose rules for texts hold at `pointer`, or null.

    They hold for the argument itself and for the items of an argument that is a list.
    """
    steps = split(pointer)
    if len(steps) == 1 or (len(steps) == 2 and steps[1].isdecimal()):
        return steps[0]
    return None
