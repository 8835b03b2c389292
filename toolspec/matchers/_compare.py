"""The driver: walks an expectation and an actual value side by side and lists every difference."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers._catalogue import load, matcher_name, sees_missing
from toolspec.matchers._records import (
    MISSING,
    Allowance,
    Comparison,
    Context,
    Difference,
    Mode,
)
from toolspec.matchers._scalars import compare_scalars
from toolspec.matchers._schema_at import defaults_at
from toolspec.pointers import join
from toolspec.wording import shown


def compare(
    expected: Json, actual: Json, context: Context, *, mode: Mode = "exact", pointer: str = ""
) -> Comparison:
    """Compare an expectation with the actual value at `pointer` in the arguments of a call.

    Plain values are literals of their JSON type; an object whose only key starts with `$` is a
    matcher. `mode` says whether objects, at every depth, may hold more than is expected. Raises
    `CheckError` when a matcher lacks what it needs, and what the regex engine raises on timeouts.
    """
    return _compare(expected, actual, replace(context, mode=mode), pointer)


def compare_literally(expected: Json, actual: Json, context: Context) -> Comparison:
    """Compare a value that holds no matchers, at the pointer and in the mode of `context`."""
    return _compare(expected, actual, replace(context, literal=True), context.pointer)


def _compare(expected: Json, actual: Json, context: Context, pointer: str) -> Comparison:
    name = None if context.literal else matcher_name(expected)
    if name is not None:
        return _compare_matcher(name, expected, actual, context, pointer)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _compare_objects(expected, actual, context, pointer)
    if isinstance(expected, list) and isinstance(actual, list):
        return _compare_lists(expected, actual, context, pointer)
    return compare_scalars(expected, actual, context, pointer)


def _compare_matcher(
    name: str, expected: JsonObject, actual: Json, context: Context, pointer: str
) -> Comparison:
    matcher = load(name)
    if actual is MISSING and not sees_missing(matcher):
        return _single(pointer, "missing", expected, actual)
    outcome = matcher.differs(expected[f"${name}"], actual, replace(context, pointer=pointer))
    if isinstance(outcome, Difference):
        return Comparison((outcome,))
    if outcome is None:
        return Comparison(allowances=(Allowance(pointer, f"${name}"),))
    return outcome


def _compare_objects(
    expected: JsonObject, actual: JsonObject, context: Context, pointer: str
) -> Comparison:
    defaults = defaults_at(context.schema, pointer) if context.default_fill else {}
    wanted = [
        _compare_wanted(
            each,
            actual.get(name, MISSING),
            context,
            join(pointer, name),
            defaults.get(name, MISSING),
        )
        for name, each in expected.items()
    ]
    others = [
        _compare_other(each, context, join(pointer, name), defaults.get(name, MISSING))
        for name, each in actual.items()
        if name not in expected
    ]
    return joined(wanted + others)


def _compare_wanted(
    expected: Json, actual: Json, context: Context, pointer: str, default: Json
) -> Comparison:
    """Compare a property that is expected; where it is missing its default may stand for it.

    The missing key is tried first, so that `$absent` keeps its meaning.
    """
    found = _compare(expected, actual, context, pointer)
    if actual is not MISSING or default is MISSING or found.passed:
        return found
    filled = _compare(expected, default, context, pointer)
    if filled.passed:
        return Comparison(allowances=(Allowance(pointer, "default"), *filled.allowances))
    hint = f"its default in the schema, {shown(default)}, does not fit either"
    return Comparison(tuple(replace(each, hint=hint) for each in found.differences))


def _compare_other(actual: Json, context: Context, pointer: str, default: Json) -> Comparison:
    """Judge a property that the expectation does not name."""
    if context.mode == "subset":
        return Comparison(allowances=(Allowance(pointer, "subset"),))
    if default is MISSING:
        return _single(pointer, "unexpected", MISSING, actual)
    found = _compare(default, actual, replace(context, literal=True), pointer)
    if found.passed:
        return Comparison(allowances=(Allowance(pointer, "default"), *found.allowances))
    hint = "not expected, and not the default of the schema"
    return Comparison(tuple(replace(each, hint=hint) for each in found.differences))


def _compare_lists(
    expected: list[Json], actual: list[Json], context: Context, pointer: str
) -> Comparison:
    paired = zip(expected, actual, strict=False)
    items = [
        _compare(wanted, got, context, join(pointer, index))
        for index, (wanted, got) in enumerate(paired)
    ]
    common = len(items)
    lost = [
        _single(join(pointer, common + index), "missing", each, MISSING)
        for index, each in enumerate(expected[common:])
    ]
    surplus = [
        _single(join(pointer, common + index), "unexpected", MISSING, each)
        for index, each in enumerate(actual[common:])
    ]
    found = joined(items + lost + surplus)
    if found.passed or not _same_items(expected, actual):
        return found
    hint = "the same items in another order; `$unordered` ignores the order"
    return Comparison(tuple(replace(each, hint=hint) for each in found.differences))


def _same_items(left: list[Json], right: list[Json]) -> bool:
    """Whether two lists hold the same items, each as often, in whatever order."""
    counts = [sorted(json.dumps(each, sort_keys=True) for each in items) for items in (left, right)]
    return counts[0] == counts[1]


def joined(comparisons: Iterable[Comparison]) -> Comparison:
    """Several comparisons as one, in order."""
    parts = tuple(comparisons)
    return Comparison(
        tuple(each for part in parts for each in part.differences),
        tuple(each for part in parts for each in part.allowances),
    )


def _single(pointer: str, rule: str, expected: Json, got: Json) -> Comparison:
    return Comparison((Difference(pointer=pointer, rule=rule, expected=expected, got=got),))
