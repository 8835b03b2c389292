"""Schemas within schemas, changed from the inside out; whatever does not change is not copied.

Maps of schemas are walked as maps, so that a property called `format` is never taken for the
keyword, and constants, examples and defaults are data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from toolspec.contract.document import Path
from toolspec.contract.keywords import OLD_SHAPES, SHAPES
from toolspec.jsontypes import Json, JsonObject

# A keyword whose value is a schema, a list of schemas, or a map of schemas.
_BELOW: Final[dict[str, str]] = {
    keyword: "schema_map" if shape == "dependencies" else shape
    for keyword, shape in {**SHAPES, **OLD_SHAPES}.items()
    if shape in ("schema", "schemas", "schema_map", "dependencies")
}

# Below these, a schema does not say what a value looks like, but asks whether it looks so.
CONDITIONS: Final = frozenset({"not", "if", "contains", "propertyNames"})

ChangeBelow: TypeAlias = Callable[[Json, Path], Json]


def map_below(schema: JsonObject, change: ChangeBelow) -> JsonObject:
    """The schema with `change(value, steps)` in place of every schema one level below it.

    `steps` lead from the schema to the value: a keyword, and a name or index where it has several.
    """
    changed: JsonObject | None = None
    for keyword, value in schema.items():
        if keyword in _BELOW:
            new = _changed(keyword, value, change)
            if new is not value:
                changed = dict(schema) if changed is None else changed
                changed[keyword] = new
    return schema if changed is None else changed


def each_schema(schema: Json, change: Callable[[JsonObject], Json]) -> Json:
    """The schema with `change` applied to every schema in it, the innermost first."""
    if not isinstance(schema, dict):
        return schema
    return change(map_below(schema, lambda value, _: each_schema(value, change)))


def values_of(schema: Json, *keywords: str) -> Iterator[Json]:
    """The values that some keywords have anywhere in the schema."""
    waiting = [schema]

    def collect(value: Json, _: Path) -> Json:
        waiting.append(value)
        return value

    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from (here[each] for each in keywords if each in here)
            map_below(here, collect)


def _changed(keyword: str, value: Json, change: ChangeBelow) -> Json:
    shape = _BELOW[keyword]
    if shape == "schema":
        return change(value, (keyword,))
    if shape == "schemas" and isinstance(value, list):
        items = [change(each, (keyword, index)) for index, each in enumerate(value)]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if shape == "schema_map" and isinstance(value, dict):
        members = {name: change(each, (keyword, name)) for name, each in value.items()}
        return value if all(members[name] is value[name] for name in value) else members
    return value
