"""JSON pointers (RFC 6901): built one step at a time, and taken apart."""

from __future__ import annotations


def join(pointer: str, step: str | int) -> str:
    """The pointer of a property or item of the value at `pointer`."""
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def split(pointer: str) -> tuple[str, ...]:
    """The steps of a pointer, unescaped."""
    return tuple(each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:])


def text_argument(pointer: str) -> str | None:
    """The argument whose rules for texts hold at `pointer`, or null.

    They hold for the argument itself and for the items of an argument that is a list.
    """
    steps = split(pointer)
    if len(steps) == 1 or (len(steps) == 2 and steps[1].isdecimal()):
        return steps[0]
    return None
