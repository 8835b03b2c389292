"""Mistakes in expectations, found before anything runs: names, options, stray matchers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolspec.catalog import UnknownPlugin
from toolspec.jsontypes import Json
from toolspec.matchers._catalogue import holds_expected, load, matcher_name
from toolspec.matchers._misfits import misfits
from toolspec.matchers._records import Context, Matcher, MatcherProblem
from toolspec.pointers import join
from toolspec.wording import did_you_mean


def problems(
    expected: Json, pointer: str = "", *, context: Context | None = None
) -> list[MatcherProblem]:
    """List every mistake in the expectation of the value at `pointer` in the arguments.

    With a `context` (its schema, clock and alias tables; results are not known yet) also those
    that only show there, such as `$relative` without a clock.
    """
    start = None if context is None else replace(context, pointer=pointer)
    return list(_walk(expected, "", start))


def _walk(expected: Json, path: str, context: Context | None) -> Iterator[MatcherProblem]:
    name = matcher_name(expected)
    if name is not None:
        yield from _check_matcher(name, expected[f"${name}"], join(path, f"${name}"), context)
    elif isinstance(expected, dict):
        for key, each in expected.items():
            if key.startswith("$"):
                yield _out_of_place(key, join(path, key))
            else:
                yield from _walk(each, join(path, key), _inside(context, key))
    elif isinstance(expected, list):
        for index, each in enumerate(expected):
            yield from _walk(each, join(path, index), _inside(context, index))


def _inside(context: Context | None, step: str | int) -> Context | None:
    """The context with its pointer one step deeper, so that a matcher knows its argument."""
    if context is None:
        return None
    return replace(context, pointer=join(context.pointer, step))


def _out_of_place(key: str, path: str) -> MatcherProblem:
    return MatcherProblem(
        path,
        f"`{key}` stands beside other keys, so it is no matcher",
        "make it the only key, or wrap the whole value in `$literal`",
    )


def _check_matcher(
    name: str, option: Json, path: str, context: Context | None
) -> Iterator[MatcherProblem]:
    try:
        matcher = load(name)
    except UnknownPlugin as error:
        known = (f"${each}" for each in error.known)
        help_line = f"{did_you_mean(f'${name}', known)} (a plain value goes into `$literal`)"
        yield MatcherProblem(path, f"no matcher is named `${name}`", help_line)
        return
    unfit = [
        MatcherProblem(path + place, f"`${name}` takes {matcher.SCHEMA['description']}")
        for place in misfits(option, matcher.SCHEMA)
    ]
    yield from unfit or _deeper(name, matcher, option, path, context)


def _deeper(
    name: str, matcher: Matcher, option: Json, path: str, context: Context | None
) -> Iterator[MatcherProblem]:
    """What the schema cannot say, and the expectations inside the option."""
    check = getattr(matcher, "problem", None)
    message = None if check is None else check(option, context)
    if message is not None:
        yield MatcherProblem(path, f"`${name}`: {message}")
    if holds_expected(matcher):
        yield from _walk(option, path, context)
