"""Sends a number as a text."""

from __future__ import annotations

from dataclasses import replace

from toolspec.jsontypes import Json
from toolspec.models import Answer, Situation

KILLED_BY = "wrong_type"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Quote every top-level number of the calls."""
    calls = tuple(
        replace(each, arguments={name: _quoted(value) for name, value in each.arguments.items()})
        for each in answer.calls
    )
    return None if calls == answer.calls else replace(answer, calls=calls)


def _quoted(value: Json) -> Json:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value
