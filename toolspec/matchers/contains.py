"""A text with this text in it, or a list with this item in it: `{$contains: худи}`.

The text is literal, and case and letter forms count. An item of a list may be any value, with
matchers in it.
"""

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import (
    Allowance,
    Comparison,
    Context,
    Difference,
    compare,
    matcher_difference,
)
from toolspec.matchers import solve as solve_expected
from toolspec.matchers._look_alikes import containment_hint
from toolspec.matchers._schema_at import types_at
from toolspec.pointers import join
from toolspec.wording import kind

SCHEMA: JsonObject = {"not": {"const": ""}, "description": "a text that is not empty, or an item"}
HOLDS_EXPECTED = True


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison | None:
    """Differs when the text or the item is nowhere in the actual value."""
    if isinstance(actual, list):
        return _differs_from_items(option, actual, context)
    if not isinstance(actual, str) or not isinstance(option, str):
        hint = f"{kind(actual)} cannot contain {kind(option)}"
        return matcher_difference("$contains", option, actual, context, hint)
    if option == actual:
        return Comparison()
    if option in actual:
        return None
    return matcher_difference(
        "$contains", option, actual, context, containment_hint(option, actual)
    )


def _differs_from_items(
    option: Json, actual: list[Json], context: Context
) -> Difference | Comparison:
    for index, each in enumerate(actual):
        place = join(context.pointer, index)
        found = compare(option, each, context, mode=context.mode, pointer=place)
        if found.passed:
            allowance = Allowance(context.pointer, "$contains")
            return Comparison(allowances=(allowance, *found.allowances))
    return matcher_difference("$contains", option, actual, context, "no item fits")


def solve(option: Json, context: Context) -> Json:
    """The text itself, or a list of the one item where the schema wants a list."""
    kinds = types_at(context.schema, context.pointer)
    if isinstance(option, str) and ("array" not in kinds or "string" in kinds):
        return option
    return [solve_expected(option, context, pointer=join(context.pointer, 0))]
