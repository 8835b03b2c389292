"""Two schemas that both must hold, as one that says exactly the same, where there is one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from toolspec.contract.json_number import is_number
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.objects import OBJECT_KEYWORDS, Unmergeable, merged_objects
from toolspec.lowering.values import identity
from toolspec.schema_features import ANNOTATIONS, SILENT_ANNOTATIONS

# Keywords that mean something only together: where both schemas have some, they must be the same.
_GROUPS: Final = (
    frozenset({"if", "then", "else"}),
    frozenset({"contains", "minContains", "maxContains"}),
)
# These see what the whole schema declares, so that a branch cannot bring its own.
_UNEVALUATED: Final = frozenset({"unevaluatedProperties", "unevaluatedItems"})


def merged(one: Json, other: Json) -> Json:
    """The schema that accepts what both accept; annotations of `one` win.

    Raises `Unmergeable`. `unevaluated…` of `one` may see what `other` declares, as in `allOf`.
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return _with_boolean(one, other)
    if not (isinstance(one, dict) and isinstance(other, dict)):
        raise Unmergeable("not a schema")
    _refuse(one, other)
    joined = {**{key: other[key] for key in other if key not in SILENT_ANNOTATIONS}, **one}
    for keyword in one.keys() & other.keys() - ANNOTATIONS - OBJECT_KEYWORDS - {"items"}:
        joined[keyword] = _both(keyword, one[keyword], other[keyword])
    if "items" in one and "items" in other:
        joined["items"] = merged(one["items"], other["items"])
    if OBJECT_KEYWORDS & one.keys() and OBJECT_KEYWORDS & other.keys():
        joined |= merged_objects(one, other, merged)
    return _const_of_enum(joined)


def _with_boolean(one: Json, other: Json) -> Json:
    if one is False or other is False:
        return False
    return other if one is True else one


def _refuse(one: JsonObject, other: JsonObject) -> None:
    """Raise where keywords mean something only beside the others of their own schema."""
    if _UNEVALUATED & other.keys():
        raise Unmergeable("unevaluated")
    if "prefixItems" in one.keys() | other.keys():
        _same_or_alone(frozenset({"items", "prefixItems"}), one, other)
    for group in _GROUPS:
        _same_or_alone(group, one, other)


def _same_or_alone(group: frozenset[str], one: JsonObject, other: JsonObject) -> None:
    mine = {key: one[key] for key in group & one.keys()}
    theirs = {key: other[key] for key in group & other.keys()}
    if mine and theirs and identity(mine) != identity(theirs):
        raise Unmergeable(min(group))


def _const_of_enum(schema: JsonObject) -> JsonObject:
    """A schema with both `const` and `enum` without the enum."""
    if not ("const" in schema and isinstance(schema.get("enum"), list)):
        return schema
    if identity(schema["const"]) not in map(identity, schema["enum"]):
        raise Unmergeable("enum")
    return {keyword: value for keyword, value in schema.items() if keyword != "enum"}


def _both(keyword: str, one: Json, other: Json) -> Json:
    if identity(one) == identity(other):
        return one
    rule = _RULES.get(keyword)
    if rule is None:
        raise Unmergeable(keyword)
    return rule(one, other)


def _higher(one: Json, other: Json) -> Json:
    return max(_number(one), _number(other))


def _lower(one: Json, other: Json) -> Json:
    return min(_number(one), _number(other))


def _number(value: Json) -> Json:
    if not is_number(value):
        raise Unmergeable("not a number")
    return value


def _common_multiple(one: Json, other: Json) -> Json:
    if not (type(one) is int and type(other) is int):
        raise Unmergeable("multipleOf")
    return math.lcm(one, other)


def _either(one: Json, other: Json) -> Json:
    return one is True or other is True


def _shared_values(one: Json, other: Json) -> Json:
    if not (isinstance(one, list) and isinstance(other, list)):
        raise Unmergeable("enum")
    theirs = {identity(each) for each in other}
    shared = [each for each in one if identity(each) in theirs]
    if not shared:
        raise Unmergeable("enum")
    return shared


def _shared_types(one: Json, other: Json) -> Json:
    mine, theirs = _type_names(one), _type_names(other)
    shared = [each for each in mine if each in theirs]
    if "integer" not in shared and _meet_in_integer(mine, theirs):
        shared.append("integer")
    if not shared:
        raise Unmergeable("type")
    return shared[0] if len(shared) == 1 else shared


def _meet_in_integer(one: list[str], other: list[str]) -> bool:
    pairs = (("integer", "number"), ("number", "integer"))
    both = "number" in one and "number" in other
    return not both and any(a in one and b in other for a, b in pairs)


def _type_names(value: Json) -> list[str]:
    names = [value] if isinstance(value, str) else value
    if not (isinstance(names, list) and all(isinstance(each, str) for each in names)):
        raise Unmergeable("type")
    return names


def _joined_names(one: Json, other: Json) -> Json:
    if not (isinstance(one, list) and isinstance(other, list)):
        raise Unmergeable("names")
    return list({identity(each): each for each in (*one, *other)}.values())


def _joined_map(one: Json, other: Json) -> Json:
    if not (isinstance(one, dict) and isinstance(other, dict)):
        raise Unmergeable("map")
    for name in one.keys() & other.keys():
        if identity(one[name]) != identity(other[name]):
            raise Unmergeable(name)
    return {**one, **other}


_RULES: Final[dict[str, Callable[[Json, Json], Json]]] = {
    "$defs": _joined_map,
    "allOf": _joined_names,
    "definitions": _joined_map,
    "dependentRequired": _joined_map,
    "dependentSchemas": _joined_map,
    "enum": _shared_values,
    "exclusiveMaximum": _lower,
    "exclusiveMinimum": _higher,
    "maxItems": _lower,
    "maxLength": _lower,
    "maxProperties": _lower,
    "maximum": _lower,
    "minItems": _higher,
    "minLength": _higher,
    "minProperties": _higher,
    "minimum": _higher,
    "multipleOf": _common_multiple,
    "required": _joined_names,
    "type": _shared_types,
    "uniqueItems": _either,
}
