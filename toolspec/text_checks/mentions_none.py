"""None of these texts is in the reply: `mentions_none: [отменён]`.

The items are literal, without patterns, and count inside a longer word too.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss
from toolspec.text_checks._mentions import MENTIONS, is_in

SCHEMA: JsonObject = MENTIONS
FOLDS = True


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """The items that are in the text."""
    found = tuple(each for each in option if is_in(each, text, folding))
    return Miss(found) if found else None


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """Nothing is needed."""
    return ((),)
