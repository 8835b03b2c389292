"""`prefixItems` → `items` for all places at once; which place takes what is then only a note.

`prefixItems` stays where places differ, so that the last step moves it to the description. Places
that take anything say nothing.
"""

from __future__ import annotations

from toolspec.contract.json_number import is_number
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.moving import each_moved
from toolspec.lowering.values import identity


def rewrite(schema: JsonObject, rules: SchemaRules) -> JsonObject:
    """Where more items of any kind may follow, `items` is `{}`."""
    return each_moved(schema, _with_items)


def _with_items(schema: JsonObject) -> JsonObject:
    places = schema.get("prefixItems")
    if not isinstance(places, list) or not places:
        return schema
    rest = schema.get("items", True)
    is_closed = rest is False or _length(schema, len(places)) <= len(places)
    said = (*places, *([] if is_closed else [rest]))
    plain = [{} if each is True else each for each in said]
    kinds = list({identity(each): each for each in plain}.values())
    changed = {**schema, "items": _any_of(kinds)}
    if rest is False:
        changed["maxItems"] = min(_length(schema, len(places)), len(places))
    if len(kinds) == 1 or all(each == {} for each in plain[: len(places)]):
        del changed["prefixItems"]
    return schema if changed == schema else changed


def _length(schema: JsonObject, places: int) -> Json:
    """The most items that the schema allows; more than `places` where it does not say."""
    longest = schema.get("maxItems")
    return longest if is_number(longest) else places + 1


def _any_of(kinds: list[Json]) -> Json:
    if {} in kinds:
        return {}
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
