"""An object that may hold more than is written: `{$subset: {city: Тула}}`.

The same holds for the objects inside it. The values may hold matchers.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Comparison, Context, compare
from toolspec.matchers import solve as solve_expected

SCHEMA: JsonObject = {"type": "object", "description": "an object"}
HOLDS_EXPECTED = True


def differs(option: Json, actual: Json, context: Context) -> Comparison:
    """Every difference except keys that are not written."""
    return compare(option, actual, context, mode="subset", pointer=context.pointer)


def solve(option: Json, context: Context) -> Json:
    """The object with nothing added."""
    return solve_expected(option, context, pointer=context.pointer)
