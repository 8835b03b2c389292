"""Tool names as a dialect allows them: one for each tool, the same in every run and any order.

A legal name stays itself. In any other, Cyrillic is transliterated, each character that is not
allowed becomes `_`, a start that is not allowed gets one that is, a name too short is filled up,
and one too long is cut and ends in a hash. A name that would meet another one also ends in a hash
of its canonical name. Lengths are counted in characters.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from unicodedata import normalize

from toolspec.dialect import NameRule
from toolspec.lowering.transliteration import transliterated

# Tried in this order where a character has to be put in.
_FILLERS: Final = ("_", "t", "T", "x", "0", "-")
_HASH_LENGTHS: Final = (8, 16, 32, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class WireNames:
    """`names` maps canonical names to those on the wire; `collisions` are the ones without one.

    A name without one stays itself in `names`.
    """

    names: dict[str, str]
    collisions: tuple[str, ...] = ()


def wire_names(canonical: tuple[str, ...], rule: NameRule) -> WireNames:
    """Give every tool a name that the rule allows and no other tool has."""
    alphabet = _Alphabet(rule)
    names = {name: name for name in canonical if alphabet.allows(name)}
    if len(names) == len(canonical):
        return WireNames(names=names)
    strange = sorted(set(canonical) - names.keys())
    names |= _without_hash(strange, frozenset(names), alphabet)
    taken = set(names.values())
    nameless = []
    for name in strange:
        if name not in names:
            found = alphabet.hashed(name, taken)
            names[name] = name if found is None else found
            taken.add(names[name])
            nameless += [name] if found is None else []
    twice = [name for name, count in Counter(canonical).items() if count > 1]
    return WireNames(names=names, collisions=tuple(sorted({*twice, *nameless})))


def _without_hash(strange: list[str], taken: frozenset[str], alphabet: _Alphabet) -> dict[str, str]:
    """The nearest names, where they are legal and nobody else's."""
    wanted = {name: alphabet.nearest(name) for name in strange}
    count = Counter(wanted.values())
    return {
        name: near
        for name, near in wanted.items()
        if count[near] == 1 and near not in taken and alphabet.allows(near)
    }


class _Alphabet:
    """What the pattern of a rule allows, found by asking it about one character at a time."""

    def __init__(self, rule: NameRule) -> None:
        self._rule = rule
        self._pattern = re.compile(rule.pattern)
        self._known: dict[str, bool] = {}
        inner = (each for each in _FILLERS if self._fits_inside(each, each))
        self._filler = next(inner, _FILLERS[0])

    def allows(self, name: str) -> bool:
        """Whether a name is legal as it is."""
        return self._rule.shortest <= len(name) <= self._rule.longest and self._matches(name)

    def nearest(self, name: str) -> str:
        """The name most like this one; it may be taken, and where nothing helps it is illegal."""
        if len(near := self._spelt(name)) > self._rule.longest:
            return self._cut(name, _HASH_LENGTHS[0])
        near = self._started(near)
        return near + self._filler * (self._rule.shortest - len(near))

    def hashed(self, name: str, taken: set[str]) -> str | None:
        """A legal name with a hash at its end that is not taken; None when there is none."""
        tried = (self._cut(name, length) for length in _HASH_LENGTHS)
        return next((each for each in tried if self.allows(each) and each not in taken), None)

    def _cut(self, name: str, length: int) -> str:
        tail = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:length]
        room = max(0, self._rule.longest - length - len(self._filler))
        return f"{self._started(self._spelt(name)[:room])[:room]}{self._filler}{tail}"

    def _spelt(self, name: str) -> str:
        latin = transliterated(normalize("NFC", name))
        return "".join(each if self._allows_inside(each) else self._filler for each in latin)

    def _started(self, name: str) -> str:
        """The name with a character put before it where its own first one may not stand first."""
        if self._matches(name + self._filler * self._rule.shortest):
            return name
        return next((start + name for start in _FILLERS if self._matches(start + name)), name)

    def _allows_inside(self, character: str) -> bool:
        if character not in self._known:
            self._known[character] = self._fits_inside(character, self._filler)
        return self._known[character]

    def _fits_inside(self, character: str, end: str) -> bool:
        return any(self._matches(start + character + end) for start in _FILLERS)

    def _matches(self, name: str) -> bool:
        return self._pattern.fullmatch(name) is not None
