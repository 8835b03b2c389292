"""The whole reply is this text: `equals: Готово.`.

Nothing is trimmed; only the two forms of a letter, and what the rule folds, are taken for equal.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss
from toolspec.text_checks._hints import near_miss

SCHEMA: JsonObject = {"type": "string", "description": "a text"}
FOLDS = True


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """The text, when the reply is another."""
    wanted, got = folding.fold(option), folding.fold(text)
    if wanted == got:
        return None
    if wanted.strip() == got.strip():
        return Miss((option,), "differs in white space at the ends only")
    return Miss((option,), near_miss(option, text, folding, str.__eq__))


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """The text."""
    return ((option,),)
