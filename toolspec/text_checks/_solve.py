"""A reply that satisfies a rule, for a model that answers as the spec says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from toolspec.jsontypes import Json
from toolspec.matchers import Unsolvable
from toolspec.text_checks._catalogue import load
from toolspec.text_checks._check import FOLDINGS, NOT, check_reply
from toolspec.text_checks._stems import has_stem

# What to say where a rule asks for nothing in particular, only for something not to be said.
_FILLERS: Final = ("Хорошо.", "Done.", "…")
_BETWEEN: Final = (", ", ". ", "\n", " ", "")
_MOST_CHOICES: Final = 64


def solve_reply(rule: Mapping[str, Json], ask_words: tuple[str, ...] = ()) -> str:
    """Give a reply that passes the rule and holds every one of `ask_words` as a stem.

    The same input gives the same reply. Raises `Unsolvable` when none of the replies tried passes,
    and whatever a check raises that cannot be evaluated.
    """
    nearest: tuple[str, ...] | None = None
    for reply in _candidates(rule, ask_words):
        unmet = _unmet(rule, reply, ask_words)
        if not unmet:
            return reply
        if nearest is None or len(unmet) < len(nearest):
            nearest = unmet
    named = ", ".join(f"`{each}`" for each in nearest or ())
    raise Unsolvable(f"no reply was found that also satisfies {named}")


def _unmet(rule: Mapping[str, Json], reply: str, ask_words: tuple[str, ...]) -> tuple[str, ...]:
    """The names of what the reply fails; `clarify` when it lacks a word to ask with."""
    failures = tuple(each.rule for each in check_reply(rule, reply))
    lacks_words = not all(has_stem([each], reply) for each in ask_words)
    return (*failures, "clarify") if lacks_words else failures


def _candidates(rule: Mapping[str, Json], ask_words: tuple[str, ...]) -> Iterator[str]:
    wanted = [
        load(name).pieces(option)
        for name, option in rule.items()
        if name not in FOLDINGS and name != NOT
    ]
    for choice in islice(product(*wanted), _MOST_CHOICES):
        texts = _needed([text for pieces in choice for text in pieces], ask_words)
        yield from (between.join(texts) for between in _BETWEEN if texts)
        yield from texts
    yield from _FILLERS


def _needed(texts: Sequence[str], stems: Sequence[str]) -> tuple[str, ...]:
    """The texts and stems without those that another one holds, and without repeats."""
    once = tuple(dict.fromkeys(texts))
    kept = tuple(each for each in once if not any(each in other for other in once if other != each))
    for stem in dict.fromkeys(stems):
        others = (*kept, *(each for each in stems if each != stem and len(each) >= len(stem)))
        if not any(has_stem([stem], other) for other in others):
            kept = (*kept, stem)
    return kept
