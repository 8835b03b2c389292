"""How values and names are worded in messages: kinds of JSON values, near names, odd characters."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable

from toolspec.jsontypes import Json

_SHOWN_LENGTH = 60
_LISTED_NAMES = 12


def kind(value: Json) -> str:
    """Name the kind of a JSON value, with its article: `a text`, `a number`, `a list`."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "a mapping"
    return "an unknown value"


def counted(count: int, noun: str) -> str:
    """A count with its noun: `1 case`, `24 cases`, `10,000 cases`; -y becomes -ies."""
    if count == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun[-2:-1] not in "aeo" and noun[-1] == "y" else noun + "s"
    return f"{count:,} {plural}"


def visible(text: str) -> str:
    """The text with characters that cannot be seen written as code points."""
    return "".join(each if each.isprintable() else f"<U+{ord(each):04X}>" for each in text)


def shown(value: Json, length: int = _SHOWN_LENGTH) -> str:
    """A JSON value in one short line, for a message."""
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= length else text[: length - 1] + "…"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like `name`, or null when none is close."""
    by_folded = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help line for an unknown name: the nearest known one, or all of them."""
    names = sorted(set(known))
    found = nearest(name, names)
    if found is not None:
        return f"did you mean `{found}`?"
    if not names:
        return "none is declared"
    listed = ", ".join(f"`{each}`" for each in names[:_LISTED_NAMES])
    return f"known: {listed}" + (", …" if len(names) > _LISTED_NAMES else "")
