"""The key must not be there: `{$absent: true}`. A null is not absent.

`{$one_of: [{$absent: true}, km]}` says that the key may be left out.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import MISSING, Comparison, Context, Difference, matcher_difference

SCHEMA: JsonObject = {"const": True, "description": "`true`"}
SEES_MISSING = True


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison:
    """Differs from every value."""
    if actual is MISSING:
        return Comparison()
    return matcher_difference("$absent", option, actual, context)


def solve(option: Json, context: Context) -> Json:
    """The missing key."""
    return MISSING
