"""Why an item that was not found seems to be there: under which looser folding it would be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from toolspec.text_checks._records import Folding


def near_miss(
    item: str, text: str, folding: Folding, fits: Callable[[str, str], bool]
) -> str | None:
    """One line for an item that `fits` only when more is folded than the rule asks for."""
    case = replace(folding, ignore_case=True)
    yo = replace(folding, fold_yo=True)
    both = replace(case, fold_yo=True)
    tried = (
        (case, "`ignore_case: true`"),
        (yo, "`fold_yo: true`"),
        (both, "`ignore_case: true` and `fold_yo: true`"),
    )
    for looser, remedy in tried:
        if fits(looser.fold(item), looser.fold(text)):
            return f"`{item}` would be found with {remedy}"
    return None


def joined(hints: Iterable[str | None]) -> str | None:
    """Several hints in one line, or null when there are none."""
    return "; ".join(each for each in hints if each is not None) or None
