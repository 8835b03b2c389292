"""Every one of these texts is in the reply: `mentions_all: [standard, express]`.

The items are literal, without patterns, and may stand inside a longer word.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss
from toolspec.text_checks._mentions import MENTIONS, hints_of, is_in

SCHEMA: JsonObject = MENTIONS
FOLDS = True


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """The items that are not in the text."""
    lost = tuple(each for each in option if not is_in(each, text, folding))
    return Miss(lost, hints_of(lost, text, folding)) if lost else None


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """All of the items."""
    return (tuple(option),)
