"""At least one of these texts is in the reply: `mentions_any: [отменён, отменен]`.

The items are literal, without patterns, and may stand inside a longer word.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss
from toolspec.text_checks._mentions import MENTIONS, hints_of, is_in

SCHEMA: JsonObject = MENTIONS
FOLDS = True


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """All of the items, when none is in the text."""
    if any(is_in(each, text, folding) for each in option):
        return None
    return Miss(tuple(option), hints_of(tuple(option), text, folding))


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """Any one of the items."""
    return tuple((each,) for each in option)
