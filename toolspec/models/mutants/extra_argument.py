"""Adds an argument that the tool does not have."""

from __future__ import annotations

from dataclasses import replace

from toolspec.models import Answer, Situation

KILLED_BY = "extra_argument"


def misbehave(answer: Answer, situation: Situation) -> Answer | None:
    """Add a note to the first call."""
    if not answer.calls:
        return None
    first = answer.calls[0]
    changed = replace(first, arguments={**first.arguments, "note": "urgent"})
    return replace(answer, calls=(changed, *answer.calls[1:]))
