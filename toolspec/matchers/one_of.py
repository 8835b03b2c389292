"""One of several values: `{$one_of: [express, standard]}`. The items may hold matchers."""

from dataclasses import replace

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import (
    MISSING,
    Allowance,
    Comparison,
    Context,
    Difference,
    Unsolvable,
    compare,
    matcher_difference,
)
from toolspec.matchers import solve as solve_expected

SCHEMA: JsonObject = {"type": "array", "minItems": 1, "description": "a list of values"}
HOLDS_EXPECTED = True
SEES_MISSING = True


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison:
    """Differs when every item does; a near miss of one of them is shown."""
    outcomes = [
        compare(each, actual, context, mode=context.mode, pointer=context.pointer)
        for each in option
    ]
    for each in outcomes:
        if each.passed:
            allowance = Allowance(context.pointer, "$one_of")
            return Comparison(allowances=(allowance, *each.allowances))
    difference = matcher_difference("$one_of", option, actual, context)
    if actual is MISSING:
        return replace(difference, rule="missing")
    near = (each.differences[0] for each in outcomes if each.differences[0].codepoints)
    found = next(near, None)
    if found is None:
        return difference
    return replace(difference, hint=found.hint, codepoints=found.codepoints)


def solve(option: Json, context: Context) -> Json:
    """The first item for which a value is known."""
    reasons = []
    for each in option:
        try:
            return solve_expected(each, context, pointer=context.pointer)
        except Unsolvable as error:
            reasons.append(error.reason)
    raise Unsolvable("; ".join(reasons))
