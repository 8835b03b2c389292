"""`$from` in expected values: where it stands, and whose result it means."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec import matchers
from toolspec.jsontypes import Json
from toolspec.pointers import join


def earlier_results(value: Json, pointer: str = "") -> Iterator[tuple[str, Json]]:
    """The pointers of all `$from` matchers, with what they say."""
    name = matchers.matcher_name(value)
    if name == "from":
        yield pointer, value["$from"]
    elif isinstance(value, dict) and name != "literal":
        for key, item in value.items():
            yield from earlier_results(item, join(pointer, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from earlier_results(item, join(pointer, index))


def is_result_of(option: str, tool: str) -> bool:
    """Whether a `$from` such as `search.items[*].id` is about the results of this tool."""
    return option == tool or option.startswith((f"{tool}.", f"{tool}["))
