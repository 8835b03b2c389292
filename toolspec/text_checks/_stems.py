"""Words by which a question or a refusal is recognised: stems, matched where a word begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from toolspec.text_checks._records import Folding

_FOLDING: Final = Folding(ignore_case=True)


def has_stem(stems: Iterable[str], text: str) -> bool:
    """Whether a word of the text begins with one of the stems; compared case-folded, in NFC.

    A stem may run over several words. `вес` is in `веса`, not in `известно`; `id` not in `did`.
    """
    folded = _FOLDING.fold(text)
    return any(_begins_a_word(_FOLDING.fold(stem).lstrip(), folded) for stem in stems)


def _begins_a_word(stem: str, text: str) -> bool:
    start = text.find(stem) if stem else -1
    while start > 0 and stem[0].isalnum() and text[start - 1].isalnum():
        start = text.find(stem, start + 1)
    return start != -1
