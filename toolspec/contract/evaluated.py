"""Which properties of an object some keyword has looked at, for `unevaluatedProperties`.

The same walk as in the `jsonschema` package, but with ECMA-262 patterns: its own would read
`patternProperties` as Python patterns.
"""

from __future__ import annotations

from typing import Any

from toolspec.contract.bounded import count_step
from toolspec.contract.patterns import compile_pattern
from toolspec.jsontypes import Json, JsonObject


def evaluated_names(validator: Any, schema: Json, instance: JsonObject) -> set[str]:
    """The names of the properties that a schema evaluates; `validator` stands at that schema."""
    if isinstance(schema, bool):
        return set()
    names = _by_reference(validator, schema, instance)
    names |= schema.get("properties", {}).keys() & instance.keys()
    for pattern in schema.get("patternProperties", ()):
        names |= {name for name in instance if compile_pattern(pattern).search(name)}
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            names |= {
                name for name, value in instance.items() if _fits(validator, schema[keyword], value)
            }
    for each in _applied(validator, schema, instance):
        names |= evaluated_names(validator, each, instance)
    return names


def _by_reference(validator: Any, schema: JsonObject, instance: JsonObject) -> set[str]:
    names: set[str] = set()
    for keyword in ("$ref", "$dynamicRef"):
        if keyword in schema:
            count_step()
            found = validator._resolver.lookup(schema[keyword])
            there = validator.evolve(schema=found.contents, _resolver=found.resolver)
            names |= evaluated_names(there, found.contents, instance)
    return names


def _applied(validator: Any, schema: JsonObject, instance: JsonObject) -> list[Json]:
    """The schemas that look at the same object and hold for it."""
    applied = [
        each
        for keyword in ("allOf", "oneOf", "anyOf")
        for each in schema.get(keyword, ())
        if _fits(validator, each, instance)
    ]
    dependent = schema.get("dependentSchemas", {})
    applied += [each for name, each in dependent.items() if name in instance]
    if "if" in schema:
        holds = _fits(validator, schema["if"], instance)
        applied += [schema["if"]] if holds else []
        applied.append(schema.get("then" if holds else "else", True))
    return applied


def _fits(validator: Any, schema: Json, value: Json) -> bool:
    return next(iter(validator.descend(value, schema)), None) is None
