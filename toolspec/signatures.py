"""What makes two decisions, or two runs, the same in all that matters."""

from __future__ import annotations

import json

import orjson

from toolspec.jsontypes import Json
from toolspec.story import MadeCall, Story
from toolspec.trace import Decision, ToolCall


def signature_of(decision: Decision) -> str:
    """Equal for equal decisions: the kind, and the calls with their arguments in canonical JSON.

    The words of a reply and the order of calls made at once are no part of it.
    """
    calls = sorted(_canonical([each.name, _arguments(each)]) for each in decision.calls)
    return _canonical([decision.kind, calls])


def signature_of_run(story: Story) -> str:
    """Equal for equal runs: the end, and the calls in the order of the answers that made them."""
    steps = [
        sorted(_canonical([each.tool, _arguments(each.call)]) for each in step.calls)
        for step in story.steps
    ]
    last = story.steps[-1].decision.kind if story.steps else None
    return _canonical([story.end, last, steps])


def _call_signature(made: MadeCall) -> str:
    return _canonical([made.tool, _arguments(made.call)])


def _arguments(call: ToolCall) -> Json:
    return call.raw_arguments if call.arguments is None else call.arguments


def _canonical(value: Json) -> str:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:
        # Integers beyond 64 bits and half surrogate pairs; rare, and still told apart.
        return json.dumps(value, sort_keys=True)
