"""A value that really came from an earlier tool result: `{$from: "search_flights.flights[*].id"}`.

The name of the tool is followed by the way into its result: `.name`, `[0]`, `['odd name']`, and
`[*]` for every item of a list or every value of an object. All earlier results of that tool count.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import (
    Comparison,
    Context,
    Difference,
    Unsolvable,
    compare_literally,
    matcher_difference,
)
from toolspec.matchers._result_path import parse_path, values_at
from toolspec.wording import shown

SCHEMA: JsonObject = {
    "type": "string",
    "description": 'a tool and a way into its result, as in "search_flights.flights[*].id"',
}
_SHOWN = 5


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison | None:
    """Differs from everything that no earlier result holds at that place."""
    found = _found(option, context)
    if any(compare_literally(each, actual, context).passed for each in found):
        return None
    return matcher_difference("$from", option, actual, context, _hint(option, found, context))


def solve(option: Json, context: Context) -> Json:
    """The first value at that place in the earlier results."""
    found = _found(option, context)
    if not found:
        raise Unsolvable(_hint(option, found, context))
    return found[0]


def problem(option: Json, context: Context | None) -> str | None:
    """The text must be a tool and a way into its result."""
    return None if parse_path(option) else f"{shown(option)} is not {SCHEMA['description']}"


def _found(option: str, context: Context) -> tuple[Json, ...]:
    return tuple(
        value for tool, result in context.results for value in values_at(option, tool, result)
    )


def _hint(option: str, found: tuple[Json, ...], context: Context) -> str:
    if found:
        listed = ", ".join(shown(each) for each in found[:_SHOWN])
        return f"earlier results hold {listed}{', …' if len(found) > _SHOWN else ''}"
    return f"no earlier result holds anything at `{option}`"
