"""Properties, and what may come besides them."""

from __future__ import annotations

from toolspec.contract.document import Node
from toolspec.jsontypes import Json
from toolspec.schema_features import ANNOTATIONS
from toolspec.verify.implied import required_names
from toolspec.verify.place import Place, numbered
from toolspec.verify.said import Said
from toolspec.verify.unevaluated import is_looked_at
from toolspec.verify.views import View


def judge_properties(place: Place) -> None:
    """Judge `properties` on both sides, and have the properties themselves compared."""
    own, there = _maps(place.canonical), _maps(place.lifted)
    for said in own:
        _judge_map(place, said, there)
    place.claimed.update(there)
    if there and not own:
        _judge_added_map(place, there[0])
    roles = numbered(own, there)
    forced = required_names(place.lifted) - required_names(place.canonical)
    for name in dict.fromkeys(name for each in own for name in each.value):
        _judge_property(place, name, roles[0], roles[1], forced)
    known = {name for each in own for name in each.value}
    for said in there:
        for name in said.value:
            if name not in known:
                _judge_added_property(place, name, said)


def judge_openness(place: Place) -> None:
    """Judge `additionalProperties` on both sides."""
    for said in place.canonical.of("additionalProperties"):
        _judge_openness(place, said)
    for said in place.lifted.of("additionalProperties"):
        if said not in place.claimed:
            place.claimed.add(said)
            _judge_added_openness(place, said)


def is_trivial(schema: Json) -> bool:
    """Whether a schema lets in everything."""
    if isinstance(schema, dict):
        return schema.keys() <= ANNOTATIONS
    return schema is True


def _maps(view: View) -> list[Said]:
    return [each for each in view.of("properties") if isinstance(each.value, dict)]


def _judge_map(place: Place, said: Said, there: list[Said]) -> None:
    by = place.partner(said)
    if by is not None and by in there:
        place.judge(said, "kept", by=by)
    elif there:
        place.judge(said, "rewritten", "together with others", by=there[0], reversible=False)
    elif not said.value:
        place.judge(said, "rewritten", "empty, and left out", reversible=False)
    elif place.is_noted(said):
        place.judge_with_all_below(said, "moved_to_description", "said in the description")
    else:
        place.judge(said, "dropped")


def _judge_added_map(place: Place, said: Said) -> None:
    if not said.value:
        place.add("properties", "rewritten", "added, and empty", by=said)


def _judge_property(
    place: Place,
    name: str,
    own: dict[Said, int],
    there: dict[Said, int],
    forced: set[str],
) -> None:
    mine, theirs = place.canonical.side, place.lifted.side
    canonical = [((role,), mine.below(each, name)) for each, role in own.items()]
    lifted = [((role,), theirs.below(each, name)) for each, role in there.items()]
    found = [(role, node) for role, node in lifted if node is not None]
    starts = [(role, node) for role, node in canonical if node is not None]
    if not starts:
        return
    if not found:
        if place.verdicts.get(next(iter(own))) != "moved_to_description":
            _drop(place, name, [node for _, node in starts])
        return
    place.push(starts, found, null_is_absent=name in forced)


def _drop(place: Place, name: str, nodes: list[Node]) -> None:
    for node in nodes:
        pointer = place.work.ledger.pointer(node)
        detail = f"the payload has no property `{name}`"
        place.work.ledger.record(pointer, "properties", "dropped", detail)
        place.record_below(node, "dropped", detail)


def _judge_added_property(place: Place, name: str, said: Said) -> None:
    if any(each.value is False for each in place.canonical.of("additionalProperties")):
        place.add("properties", "weakened", "a property that the contract forbids", name, by=said)
    elif is_trivial(said.value[name]) and is_looked_at(place, "Properties"):
        place.add("properties", "weakened", "added; it may be anything", name, by=said)
    elif is_trivial(said.value[name]):
        place.add("properties", "rewritten", "added; it may be anything", name, by=said)
    else:
        place.add("properties", "narrowed", "a property that the contract has not", name, by=said)


def _judge_openness(place: Place, said: Said) -> None:
    by = place.partner(said)
    child = place.work.canonical.below(said)
    if child is None:
        place.judge(said, "kept" if place.match(said) else "weakened", by=by)
    elif by is not None and not _is_closed(place, said, by):
        place.judge(said, "weakened", "more names are let in", by=by)
    elif by is not None:
        _judge_both(place, said, child, by)
    elif is_trivial(said.value) and is_looked_at(place, "Properties"):
        place.judge(said, "narrowed", "left to `unevaluatedProperties`")
        place.record_below(child, "dropped", "not in the payload")
    elif is_trivial(said.value):
        place.judge(said, "rewritten", "objects are open anyway", reversible=False)
        place.record_below(child, "dropped", "not in the payload")
    elif place.is_noted(said):
        place.judge_with_all_below(said, "moved_to_description", "said in the description")
    else:
        place.judge_with_all_below(said, "dropped", "")


def _is_closed(place: Place, said: Said, by: Said) -> bool:
    """Whether `false` shuts out as much where it stands in the payload."""
    if said.value is not False or by.value is not False or said.role == by.role:
        return True
    return not by.node.keywords.get("patternProperties") and _names(by) <= _names(said)


def _names(said: Said) -> set[str]:
    properties = said.node.keywords.get("properties")
    return set(properties) if isinstance(properties, dict) else set()


def _judge_both(place: Place, said: Said, child: Node, by: Said) -> None:
    other = place.work.lifted.below(by)
    if other is None:
        place.judge_with_all_below(said, "weakened", "the payload says no schema")
    elif other.schema is False and child.schema is not False:
        place.judge_with_all_below(said, "narrowed", "no other properties are let in")
    elif child.schema is False and other.schema is not False:
        open_now = is_trivial(other.schema)
        place.judge(
            said, "dropped" if open_now else "weakened", "other properties are let in", by=by
        )
    else:
        place.judge(said, "kept", by=by)
        place.push([((), child)], [((), other)])


def _judge_added_openness(place: Place, said: Said) -> None:
    if is_trivial(said.value) and is_looked_at(place, "Properties"):
        detail = "added; `unevaluatedProperties` says nothing of them"
        place.add("additionalProperties", "weakened", detail, by=said)
    elif is_trivial(said.value):
        place.add("additionalProperties", "rewritten", "added; objects are open anyway", by=said)
    elif not any(each.value is False for each in place.canonical.of("unevaluatedProperties")):
        place.add(
            "additionalProperties", "narrowed", "the contract lets other properties in", by=said
        )
