"""The way into a tool result that `$from` writes: `search_flights.flights[*].id`."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from toolspec.jsontypes import Json

Step: TypeAlias = str | int | None  # a property, an index, or every item

_TOOL: Final = re.compile(r"[^\s.\[\]]+")
_STEP: Final = re.compile(
    r"\.(?P<name>[^\s.\[\]'\"]+)|\[(?P<index>\d+)\]|\[(?P<every>\*)\]"
    r"|\['(?P<quoted>[^']*)'\]"
)


def parse_path(path: str) -> tuple[str, tuple[Step, ...]] | None:
    """The tool and the steps of a path, or null when it is not one."""
    tool = _TOOL.match(path)
    steps = None if tool is None else _steps(path[tool.end() :])
    return None if tool is None or steps is None else (tool.group(), steps)


def values_at(path: str, tool: str, result: Json) -> tuple[Json, ...]:
    """The values of one tool's result at a path; none when the path is about another tool.

    The tool is told by its whole name, so it may hold a point.
    """
    if not path.startswith(tool):
        return ()
    steps = _steps(path[len(tool) :])
    found: tuple[Json, ...] = () if steps is None else (result,)
    for step in steps or ():
        found = tuple(inner for each in found for inner in _children(each, step))
    return found


def _steps(text: str) -> tuple[Step, ...] | None:
    steps: list[Step] = []
    end = 0
    while end < len(text):
        found = _STEP.match(text, end)
        if found is None:
            return None
        steps.append(_step(found))
        end = found.end()
    return tuple(steps)


def _step(found: re.Match[str]) -> Step:
    if found["every"]:
        return None
    if found["index"]:
        return int(found["index"])
    return found["name"] if found["quoted"] is None else found["quoted"]


def _children(value: Json, step: Step) -> tuple[Json, ...]:
    if step is None:
        if isinstance(value, dict):
            return tuple(value.values())
        return tuple(value) if isinstance(value, list) else ()
    if isinstance(step, int):
        return (value[step],) if isinstance(value, list) and step < len(value) else ()
    return (value[step],) if isinstance(value, dict) and step in value else ()
