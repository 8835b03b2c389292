"""The schemas that look at one value: those it is held to for certain, and those it may be."""

from __future__ import annotations

from typing import Final, TypeAlias

from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.references import References

Schemas: TypeAlias = tuple[Json, ...]

_UNIONS: Final = ("anyOf", "oneOf")


class Views:
    """One document, seen from any of its places."""

    def __init__(self, root: Json) -> None:
        self._references = References(root)

    def certain(self, schemas: Schemas) -> list[JsonObject]:
        """The schemas, with what they refer to and the branches of `allOf`."""
        return self._reached(schemas, ("allOf",))

    def possible(self, schemas: Schemas) -> list[JsonObject]:
        """The same with every branch of every union."""
        return self._reached(schemas, ("allOf", *_UNIONS))

    def _reached(self, schemas: Schemas, keywords: tuple[str, ...]) -> list[JsonObject]:
        reached: dict[int, JsonObject] = {}
        waiting = list(reversed(schemas))
        while waiting:
            schema = waiting.pop()
            if isinstance(schema, dict) and id(schema) not in reached:
                reached[id(schema)] = schema
                waiting.extend(branch for each in keywords for branch in branches(schema, each))
                found, target = self._references.target(schema.get("$ref"))
                waiting.extend([target] if found else [])
        return list(reached.values())


def unions(schemas: list[JsonObject]) -> list[list[Json]]:
    """The unions that the schemas hold themselves, each a list of branches."""
    found = (branches(schema, keyword) for schema in schemas for keyword in _UNIONS)
    return [each for each in found if each]


def branches(schema: JsonObject, keyword: str) -> list[Json]:
    """The branches of one keyword; none where its value is no list."""
    value = schema.get(keyword)
    return value if isinstance(value, list) else []


def of_property(schemas: list[JsonObject], name: str) -> Schemas:
    """What the schemas say of one property: its own schemas, or those of additional ones."""
    found = []
    for schema in schemas:
        properties = schema.get("properties")
        if isinstance(properties, dict) and name in properties:
            found.append(properties[name])
        elif isinstance(rest := schema.get("additionalProperties"), dict):
            found.append(rest)
    return tuple(found)


def of_item(schemas: list[JsonObject], index: int) -> Schemas:
    """What the schemas say of one item of an array."""
    found = []
    for schema in schemas:
        places = branches(schema, "prefixItems")
        if index < len(places):
            found.append(places[index])
        elif isinstance(rest := schema.get("items"), dict):
            found.append(rest)
    return tuple(found)


def requires(schemas: list[JsonObject], name: str) -> bool:
    """Whether one of the schemas requires a property."""
    return any(name in branches(schema, "required") for schema in schemas)
