"""Concrete values for expectations, for a model that answers as the spec says."""

from __future__ import annotations

from dataclasses import replace

from toolspec.jsontypes import Json
from toolspec.matchers._catalogue import load, matcher_name
from toolspec.matchers._records import MISSING, Context
from toolspec.pointers import join


def solve(expected: Json, context: Context, *, pointer: str = "") -> Json:
    """Give a value that satisfies an expectation: plain values as they are, matchers solved.

    Properties whose expectation is solved by leaving them out are left out; the result is
    `MISSING` only when the whole expectation is. The same input gives the same value. Raises
    `Unsolvable`.
    """
    name = matcher_name(expected)
    if name is not None:
        return load(name).solve(expected[f"${name}"], replace(context, pointer=pointer))
    if isinstance(expected, dict):
        solved = {
            key: solve(each, context, pointer=join(pointer, key)) for key, each in expected.items()
        }
        return {key: each for key, each in solved.items() if each is not MISSING}
    if isinstance(expected, list):
        return [
            solve(each, context, pointer=join(pointer, index))
            for index, each in enumerate(expected)
        ]
    return expected
