"""Calls of formats that send arguments as objects and need no ids.

What is odd in Chat Completions is usual there, and the other way round: arguments as a text are
named, and ids are missed only where two calls of one name cannot be told apart without them.
"""

from __future__ import annotations

from collections import Counter

from toolspec.jsontypes import Json
from toolspec.trace import ToolCall
from toolspec_adapters._reading.calls import Calls, Reading, read_calls

_USUAL = frozenset({"arguments_object", "missing_call_id"})


def read_object_calls(functions: list[Json], reading: Reading) -> Calls:
    """Read calls of the form `{"name", "arguments", "id"?}`, in order."""
    entries: list[Json] = [
        {"id": each.get("id"), "function": each} if isinstance(each, dict) else each
        for each in functions
    ]
    read = read_calls({"tool_calls": entries}, reading)
    odd = [each for each in read.anomalies if each not in _USUAL]
    if any(isinstance(each.raw_arguments, str) for each in read.calls):
        odd.append("arguments_text")
    if _are_ambiguous(read.calls):
        odd.append("synthetic_call_ids")
    return Calls(read.calls, tuple(odd))


def _are_ambiguous(calls: tuple[ToolCall, ...]) -> bool:
    """Whether two calls have one name, and only their order tells them apart."""
    names = Counter(each.name for each in calls if each.call_id is None)
    return any(count > 1 for count in names.values())
