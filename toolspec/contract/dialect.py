"""JSON Schema 2020-12 as toolspec means it: the `jsonschema` validator with stricter keywords.

Patterns follow ECMA-262 and are bounded in time, `format` is asserted, `multipleOf` is exact,
NaN and infinity are no numbers, and every name that is missing or too many is an error of its own
whose path ends in that name. Nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import referencing
from jsonschema import Draft202012Validator, TypeChecker, ValidationError
from jsonschema.validators import extend

from toolspec.contract.bounded import by_reference
from toolspec.contract.distinct import unique_items
from toolspec.contract.evaluated import evaluated_names
from toolspec.contract.formats import matches_format
from toolspec.contract.json_number import exact, is_number
from toolspec.contract.patterns import compile_pattern
from toolspec.jsontypes import Json, JsonObject


def new_validator(schema: Json) -> Any:
    """A validator whose references point into `schema` and never out of it."""
    return _Validator(schema, registry=referencing.Registry())


def _is_integer(value: Json) -> bool:
    return is_number(value) and (isinstance(value, int) or value.is_integer())


def _pattern(_: Any, pattern: str, value: Json, __: Json) -> Iterator[ValidationError]:
    if isinstance(value, str) and not compile_pattern(pattern).search(value):
        yield ValidationError("")


def _format(_: Any, name: str, value: Json, __: Json) -> Iterator[ValidationError]:
    if isinstance(value, str) and not matches_format(name, value):
        yield ValidationError("")


def _multiple_of(_: Any, divisor: float, value: Json, __: Json) -> Iterator[ValidationError]:
    if is_number(value) and (exact(value) / exact(divisor)).denominator != 1:
        yield ValidationError("")


def _required(_: Any, names: list[str], value: Json, __: Json) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for name in names:
            if name not in value:
                yield ValidationError("", path=[name])


def _properties(
    validator: Any, properties: JsonObject, value: Json, _: Json
) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for name, schema in properties.items():
            if name not in value:
                continue
            if schema is False:
                # `descend` would lose the path of what `false` refuses.
                yield ValidationError("", path=[name])
            else:
                yield from validator.descend(value[name], schema, path=name, schema_path=name)


def _pattern_properties(
    validator: Any, patterns: JsonObject, value: Json, _: Json
) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for pattern, schema in patterns.items():
            search = compile_pattern(pattern).search
            for name, each in value.items():
                if search(name) and schema is False:
                    yield ValidationError("", path=[name])
                elif search(name):
                    yield from validator.descend(each, schema, path=name, schema_path=pattern)


def _additional_properties(
    validator: Any, additional: Json, value: Json, schema: JsonObject
) -> Iterator[ValidationError]:
    if additional is True or not isinstance(value, dict):
        return
    declared = schema.get("properties", {})
    searches = [compile_pattern(each).search for each in schema.get("patternProperties", ())]
    for name, each in value.items():
        if name in declared or any(search(name) for search in searches):
            continue
        if additional is False:
            yield ValidationError("", path=[name])
        else:
            yield from validator.descend(each, additional, path=name)


def _property_names(
    validator: Any, schema: Json, value: Json, _: Json
) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for name in value:
            if next(validator.descend(name, schema), None) is not None:
                yield ValidationError("", path=[name])


def _unevaluated_properties(
    validator: Any, unevaluated: Json, value: Json, schema: JsonObject
) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    others = {each: schema[each] for each in schema if each != "unevaluatedProperties"}
    evaluated = evaluated_names(validator, others, value)
    for name, each in value.items():
        if name not in evaluated and next(validator.descend(each, unevaluated), None) is not None:
            yield ValidationError("", path=[name])


_TYPE_CHECKER: TypeChecker = Draft202012Validator.TYPE_CHECKER.redefine_many(
    {
        "number": lambda _, value: is_number(value),
        "integer": lambda _, value: _is_integer(value),
    }
)

_Validator: Any = extend(  # type: ignore[no-untyped-call]  # not typed in the stubs
    Draft202012Validator,
    validators={
        "$dynamicRef": by_reference,
        "$ref": by_reference,
        "additionalProperties": _additional_properties,
        "format": _format,
        "multipleOf": _multiple_of,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "properties": _properties,
        "propertyNames": _property_names,
        "required": _required,
        "uniqueItems": unique_items,
        "unevaluatedProperties": _unevaluated_properties,
    },
    type_checker=_TYPE_CHECKER,
)
