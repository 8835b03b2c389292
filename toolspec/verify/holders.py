"""Keywords that hold schemas of their own and are compared one to one: `not`, `if`, and maps."""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Node
from toolspec.verify.place import Place
from toolspec.verify.properties import is_trivial
from toolspec.verify.report import Verdict
from toolspec.verify.said import Said
from toolspec.verify.sameness import same
from toolspec.verify.shown import shown
from toolspec.verify.values import judge_value

ONE: Final = frozenset(
    {
        "contains",
        "contentSchema",
        "else",
        "if",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
MANY: Final = frozenset({"dependencies", "dependentSchemas", "patternProperties"})


def judge_holder(place: Place, said: Said) -> None:
    """Judge one such canonical keyword, and have what it holds compared."""
    children = _children(place, said)
    if not children and not (said.keyword in MANY and said.value == {}):
        judge_value(place, said)
        return
    by = place.partner(said)
    if by is not None:
        _judge_both(place, said, children, by)
    elif all(is_trivial(each.schema) for each in children.values()) and said.keyword != "not":
        place.judge_with_all_below(said, "rewritten", "it lets everything in")
    elif _is_closed_anyway(place, said):
        place.judge(said, "rewritten", "as `additionalProperties`", reversible=False)
    elif place.is_noted(said):
        place.judge_with_all_below(said, "moved_to_description", "said in the description")
    else:
        place.judge_with_all_below(said, "dropped", "")


def judge_added_holder(place: Place, said: Said) -> None:
    """Judge one that only the payload has."""
    held = [said.value] if said.keyword in ONE else _listed(said.value)
    if said.keyword != "not" and all(map(is_trivial, held)):
        place.add(said.keyword, "rewritten", "added; it lets everything in", by=said)
    elif said.keyword == "not" and place.canonical.is_never:
        return
    else:
        place.add(said.keyword, "narrowed", "the contract has no such rule", by=said)


def _children(place: Place, said: Said) -> dict[str, Node]:
    side = place.work.canonical
    if said.keyword in ONE:
        node = side.below(said)
        return {} if node is None else {"": node}
    names = said.value if isinstance(said.value, dict) else {}
    found = {name: side.below(said, name) for name in names}
    return {name: node for name, node in found.items() if node is not None}


def _judge_both(place: Place, said: Said, children: dict[str, Node], by: Said) -> None:
    verdict: Verdict = "kept"
    detail = ""
    if said.keyword in MANY and not isinstance(by.value, dict):
        verdict, detail = "weakened", f"the payload says {shown(by.value)}"
    there = by.value if isinstance(by.value, dict) else {}
    for name, node in children.items():
        other = place.work.lifted.below(by, *([name] if said.keyword in MANY else []))
        if other is None:
            verdict, detail = "weakened", f"the payload says {_named(name)}"
            place.record_below(node, "dropped", "not in the payload")
        else:
            place.push([((), node)], [((), other)], restores=said.keyword in _RESTORED)
    if said.keyword in MANY:
        mine = said.value if isinstance(said.value, dict) else {}
        changed = [
            each for each in mine if each not in children and not same(mine[each], there.get(each))
        ]
        if changed:
            verdict, detail = "weakened", f"`{changed[0]}` differs"
        for name in there:
            if name not in mine:
                _judge_added_entry(place, said, name, by)
    place.judge(said, verdict, detail, by=by)


def _judge_added_entry(place: Place, said: Said, name: str, by: Said) -> None:
    if is_trivial(by.value[name]):
        place.add(said.keyword, "rewritten", "added; it lets everything in", name, by=by)
    else:
        place.add(said.keyword, "narrowed", "the contract has no such rule", name, by=by)


def _named(name: str) -> str:
    return f"nothing of `{name}`" if name else "no schema"


def _is_closed_anyway(place: Place, said: Said) -> bool:
    """Whether a closed object that knows no more names says `unevaluatedProperties: false`."""
    if said.keyword != "unevaluatedProperties" or said.value is not False:
        return False
    maps = [each.value for each in place.canonical.of("properties")]
    known = {name for each in maps if isinstance(each, dict) for name in each}
    for each in place.lifted.of("additionalProperties"):
        named = each.node.keywords.get("properties", {})
        is_plain = isinstance(named, dict) and "patternProperties" not in each.node.keywords
        if each.value is False and is_plain and set(named) <= known:
            return True
    return False


def _listed(value: object) -> list[object]:
    return list(value.values()) if isinstance(value, dict) else [value]


# What these hold speaks of values that stand in the arguments themselves.
_RESTORED: Final = frozenset({"patternProperties", "unevaluatedProperties", "unevaluatedItems"})
