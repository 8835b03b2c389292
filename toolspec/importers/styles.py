"""How a text is written in YAML, so that every reader of YAML reads the same text.

Plain only where nothing could take it for something else, also readers of YAML 1.1 (`no`, `on`,
dates); as a block where it has several lines; in double quotes otherwise.
"""

from __future__ import annotations

import re

# What some reader of YAML takes for a boolean, a null or a number.
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_NOT_IN_PLAIN = re.compile(r": |:$| #|  ")
_NOT_IN_FLOW = re.compile(r"[,\[\]{}:?]")


def is_plain(text: str, *, in_flow: bool = False) -> bool:
    """Whether the text can stand unquoted; `in_flow` within `[…]` or `{…}`."""
    if not (text[:1].isalpha() or text[:1] == "$") or text[-1].isspace() or not text.isprintable():
        return False
    if text.casefold() in _WORDS or _NOT_IN_PLAIN.search(text):
        return False
    return not (in_flow and _NOT_IN_FLOW.search(text))


def is_block(text: str) -> bool:
    """Whether the text can stand as a literal block, with nothing lost and nothing invisible."""
    lines = text.split("\n")
    if len(lines) < 2 or not lines[0] or lines[0][0] == " " or text.endswith("\n\n"):
        return False
    return all(each.isprintable() and each == each.rstrip() for each in lines)
