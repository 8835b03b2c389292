"""A canonical name or any of its aliases: `{$alias: MOW}`.

The names come from the alias table of the argument, and are compared after its `normalize` steps.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import CheckError, Comparison, Context, Difference, matcher_difference
from toolspec.matchers._texts import (
    aliases_of,
    normalized,
    rules_that_equate,
    steps_of,
    variants_of,
)
from toolspec.pointers import split
from toolspec.wording import did_you_mean, shown

SCHEMA: JsonObject = {"type": "string", "description": "a canonical name, a text"}


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison | None:
    """Differs from every text that is not the name or one of its aliases."""
    message = problem(option, context)
    if message is not None:
        raise CheckError(f"`$alias`: {message}")
    if option == actual:
        return Comparison()
    if isinstance(actual, str) and rules_that_equate(option, actual, context, context.pointer):
        return None
    return matcher_difference("$alias", option, actual, context, _accepted(option, context))


def solve(option: Json, context: Context) -> Json:
    """The canonical name."""
    return option


def problem(option: Json, context: Context | None) -> str | None:
    """The argument must have an alias table, and the name must be in it."""
    if context is None:
        return None
    table = aliases_of(context, context.pointer)
    if not table:
        argument = "/".join(split(context.pointer))
        return f"`{argument}` has no alias table"
    steps = steps_of(context, context.pointer)
    if any(normalized(each, steps) == normalized(option, steps) for each in table):
        return None
    return f"`{option}` is not a canonical name; {did_you_mean(option, table)}"


def _accepted(option: str, context: Context) -> str:
    table, steps = aliases_of(context, context.pointer), steps_of(context, context.pointer)
    variants = variants_of(option, table, steps)
    return f"accepted: {', '.join(shown(each) for each in (option, *variants))}"
