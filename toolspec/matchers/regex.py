"""A text in which an ECMAScript regular expression finds something: `{$regex: "^TK-[0-9]+$"}`.

It is a search, so anchor it with `^` and `$` to speak of the whole text.
"""

from toolspec.contract.patterns import UnsupportedPattern, compile_pattern, sample
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Context, Difference, Unsolvable, matcher_difference
from toolspec.wording import kind

SCHEMA: JsonObject = {"type": "string", "description": "a regular expression, a text"}


def differs(option: Json, actual: Json, context: Context) -> Difference | None:
    """Differs where nothing is found, and from everything that is not a text."""
    if not isinstance(actual, str):
        hint = f"expected a text, got {kind(actual)}"
        return matcher_difference("$regex", option, actual, context, hint)
    if compile_pattern(option).search(actual):
        return None
    return matcher_difference("$regex", option, actual, context)


def solve(option: Json, context: Context) -> Json:
    """A text that the expression finds."""
    found = sample(option)
    if found is None:
        raise Unsolvable(f"no text could be derived from the expression `{option}`")
    return found


def problem(option: Json, context: Context | None) -> str | None:
    """The expression must be one that the engine supports."""
    try:
        compile_pattern(option)
    except UnsupportedPattern as error:
        return error.reason
    return None
