"""What the JSON Schema of the parameters says about one place in the arguments, as far as it can.

Best effort: local references, the combinators and the keywords that lead to a child are followed;
conditions and anything remote are not. A place of which nothing is known has no schemas.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import split


def schemas_at(root: JsonObject, pointer: str) -> tuple[JsonObject, ...]:
    """Every schema that speaks of the value at `pointer`, references and combinators unfolded."""
    found = tuple(_unfold(root, root))
    for step in split(pointer):
        found = tuple(
            schema
            for parent in found
            for child in _children(parent, step)
            for schema in _unfold(child, root)
        )
    return found


def allows_number(root: JsonObject, pointer: str) -> bool:
    """Whether the schema at `pointer` says number or integer, so that 1 and 1.0 are one value."""
    return not types_at(root, pointer).isdisjoint(("number", "integer"))


def types_at(root: JsonObject, pointer: str) -> frozenset[str]:
    """The JSON types that any schema at `pointer` names; empty when none does."""
    return frozenset(
        kind for schema in schemas_at(root, pointer) for kind in _types(schema) if kind is not None
    )


def defaults_at(root: JsonObject, pointer: str) -> dict[str, Json]:
    """The properties of the object at `pointer` that have a default, and the defaults."""
    found: dict[str, Json] = {}
    for schema in schemas_at(root, pointer):
        for name in _mapping(schema.get("properties")):
            for each in _unfold(schema["properties"][name], root):
                if "default" in each:
                    found.setdefault(name, each["default"])
    return found


def _types(schema: JsonObject) -> tuple[Json, ...]:
    declared = schema.get("type")
    return tuple(declared) if isinstance(declared, list) else (declared,)


def _unfold(
    schema: Json, root: JsonObject, seen: frozenset[str] = frozenset()
) -> Iterator[JsonObject]:
    if not isinstance(schema, dict):
        return
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen:
        yield from _unfold(_target(reference, root), root, seen | {reference})
    for combinator in ("allOf", "anyOf", "oneOf"):
        branches = schema.get(combinator)
        for each in branches if isinstance(branches, list) else ():
            yield from _unfold(each, root, seen)


def _target(reference: str, root: JsonObject) -> Json:
    """The schema that a local reference names, or null for any other reference."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    node: Json = root
    for step in split(unquote(reference[1:])):
        node = _child(node, step)
    return node


def _child(node: Json, step: str) -> Json:
    if isinstance(node, dict):
        return node.get(step)
    if isinstance(node, list) and step.isdecimal() and int(step) < len(node):
        return node[int(step)]
    return None


def _children(schema: JsonObject, step: str) -> Iterator[Json]:
    named = _mapping(schema.get("properties"))
    if step in named:
        yield named[step]
    else:
        yield schema.get("additionalProperties")
    if step.isdecimal():
        prefix = schema.get("prefixItems")
        place = _child(prefix, step) if isinstance(prefix, list) else None
        yield schema.get("items") if place is None else place


def _mapping(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}
