"""Guess which known name was meant by a misspelled one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from toolspec.contract.describe import any_of


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names most like `name`, best first, at most two; case does not count."""
    by_lower = {each.lower(): each for each in known}
    found = get_close_matches(name.lower(), by_lower, n=2, cutoff=0.7)
    return tuple(by_lower[each] for each in found)


def did_you_mean(names: Iterable[str]) -> str | None:
    """The question to ask, or None when there is nothing to suggest."""
    quoted = [f"`{each}`" for each in names]
    return f"did you mean {any_of(quoted)}?" if quoted else None
