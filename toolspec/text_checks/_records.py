"""The records of checks on a reply: how a text is read, and what was not as it should be."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Protocol

from toolspec import wording
from toolspec.jsontypes import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Folding:
    """What is taken for equal besides the two forms (composed, decomposed) of a letter.

    `ignore_case` compares by `str.casefold`, which no locale changes: `ß` equals `ss`, `ς` equals
    `σ`, and dotted `İ` becomes `i` with U+0307, so it is not `i`. `fold_yo` takes ё for е.
    """

    ignore_case: bool = False
    fold_yo: bool = False

    def fold(self, text: str) -> str:
        """The text in the form in which it is compared; always NFC."""
        folded = unicodedata.normalize("NFC", text)
        if self.ignore_case:
            folded = unicodedata.normalize("NFC", folded.casefold())
        if self.fold_yo:
            folded = folded.replace("ё", "е").replace("Ё", "Е")
        return folded


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFailure:
    """One check that a reply failed.

    `rule` is the name of the check, or `not`; `expected` its option as written; `items` exactly the
    parts of the option that made it fail; `got` the reply, cut to 200 characters.
    """

    rule: str
    expected: Json
    items: tuple[Json, ...]
    got: str
    hint: str | None = None

    @property
    def message(self) -> str:
        """One line that names the items to blame."""
        if self.rule == "not":
            return "the reply fits the rule under `not`"
        listed = ", ".join(wording.shown(each) for each in self.items)
        return f"the reply fails `{self.rule}`: {listed}"


@dataclass(frozen=True, slots=True)
class Miss:
    """What a check found wrong: the items of its option that are to blame, and a hint."""

    items: tuple[Json, ...]
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """A mistake in a rule, found before any reply is checked; `path` is a JSON pointer in it."""

    path: str
    message: str
    help: str | None = None


class TextCheck(Protocol):
    """One check: a module of `toolspec.text_checks`, named in a rule by the module's name.

    The module's docstring is its entry in `toolspec explain`. Optional names: `FOLDS = True` when
    the foldings of the rule change its verdict; `problem(option) -> str | None` for mistakes that
    `SCHEMA` cannot say.
    """

    @property
    def SCHEMA(self) -> JsonObject:
        """The JSON Schema of the option; its `description` completes "`name` takes …"."""

    def misses(self, option: Json, text: str, folding: Folding) -> Miss | None:
        """Give what is wrong with the text, or null; exceptions mean that it is not known."""

    def pieces(self, option: Json) -> tuple[tuple[str, ...], ...]:
        """Give alternatives of texts; a reply with all texts of one of them should pass."""
