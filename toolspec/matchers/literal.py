"""A value taken as written, for one that looks like a matcher: `{$literal: {$any: true}}`.

Nothing in it is a matcher, and no aliases or normalisation apply to it.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Comparison, Context, compare_literally

SCHEMA: JsonObject = {"description": "any value"}


def differs(option: Json, actual: Json, context: Context) -> Comparison:
    """Every place where the two are not the same JSON."""
    return compare_literally(option, actual, context)


def solve(option: Json, context: Context) -> Json:
    """The value itself."""
    return option
