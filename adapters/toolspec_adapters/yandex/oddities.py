"""What this service does and others do not: calls written in brackets, whole numbers as floats."""

from __future__ import annotations

import re

from toolspec.jsontypes import Json

_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,127}", re.ASCII)


def is_pseudo_call(text: str, offered: frozenset[str] | None) -> bool:
    """Whether a text is `[name]` with an object on the next line: a call that was forbidden.

    The name must be an offered one; when the offer is unknown, it must look like a name.
    """
    name, bracket, rest = text.strip().removeprefix("[").partition("]")
    if not bracket or not text.lstrip().startswith("["):
        return False
    is_name = _PLAIN_NAME.fullmatch(name) is not None if offered is None else name in offered
    inner = rest.strip()
    return is_name and inner.startswith("{") and inner.endswith("}")


def has_integral_floats(arguments: Json) -> bool:
    """Whether a number in the arguments is whole and written with a point, such as `5.0`."""
    rest = [arguments]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
        elif isinstance(value, float) and value.is_integer():
            return True
    return False
