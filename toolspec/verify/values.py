"""Keywords whose value is all: kept, said otherwise, moved to the description, weaker, or gone."""

from __future__ import annotations

from toolspec.schema_features import ANNOTATIONS
from toolspec.verify.bounds import LEAST, LOWER, MOST, UPPER, related
from toolspec.verify.implied import implies, speaks_of
from toolspec.verify.kinds import type_names
from toolspec.verify.place import Place
from toolspec.verify.said import Said
from toolspec.verify.sameness import missing_from
from toolspec.verify.shown import shown

_WITHOUT_RULES = frozenset({*ANNOTATIONS, "example"})


def judge_value(place: Place, said: Said) -> None:
    """Judge one canonical keyword."""
    match = place.match(said)
    if match is not None:
        place.judge(said, "kept", by=match)
    elif not speaks_of(place.canonical, said.keyword):
        place.judge(said, "rewritten", "it speaks of no value here", reversible=False)
    elif implies(place.lifted, said.keyword, said.value):
        _judge_rewritten(place, said)
    elif place.is_noted(said):
        place.judge(said, "moved_to_description", "said in the description")
    else:
        _judge_lost(place, said)


def judge_description(place: Place, said: Said) -> None:
    """Judge a description: its text must be there, and notes may follow."""
    match = place.match(said)
    said_there = [each for each in place.lifted.of("description") if isinstance(each.value, str)]
    if match is not None:
        place.judge(said, "kept", by=match)
        return
    for each in said_there:
        if isinstance(said.value, str) and place.notes and each.value.startswith(said.value):
            place.claimed.add(each)
            place.judge(said, "kept", "with notes after it", by=each)
            return
    if said_there:
        place.claimed.update(said_there)
        place.judge(said, "weakened", f"the payload says {shown(said_there[0].value)}")
    else:
        place.judge(said, "dropped")


def judge_added(place: Place, said: Said) -> None:
    """Judge one lifted keyword that answers for no canonical one."""
    known = any(each.role == said.role for each in place.canonical.of(said.keyword))
    if said.keyword in _WITHOUT_RULES or said.keyword.startswith("$"):
        is_note = said.keyword == "description" and bool(place.notes)
        if not known and not is_note:
            place.add(said.keyword, "rewritten", "added; it restricts nothing", by=said)
    elif not speaks_of(place.canonical, said.keyword):
        if not known and not place.is_part:
            place.add(said.keyword, "rewritten", "added; it speaks of no value here", by=said)
    elif said.is_decoded or implies(place.canonical, said.keyword, said.value):
        return
    elif said.keyword in _RESTRICTING:
        place.add(said.keyword, "narrowed", f"the payload says {shown(said.value)}", by=said)
    elif not known:
        place.add(said.keyword, "rewritten", "added; no keyword of JSON Schema", by=said)


def _judge_rewritten(place: Place, said: Said) -> None:
    if place.is_decoded and said.keyword in ("type", "enum", "const"):
        place.judge(said, "rewritten", "the values are sent as texts", reversible=True)
        return
    if said.keyword == "nullable":
        detail = "a word of OpenAPI, which has no effect in JSON Schema"
        place.judge(said, "rewritten", detail, reversible=False)
        return
    relatives = place.lifted.of(*_RELATIVES.get(said.keyword, related(said.keyword)))
    by = next((each for each in relatives if not each.is_decoded), None)
    detail = f"as `{by.keyword}: {shown(by.value)}`" if by else "it follows from the rest"
    place.judge(said, "rewritten", detail, by=by, reversible=False)


def _judge_lost(place: Place, said: Said) -> None:
    left = _left(place, said)
    if left:
        place.judge(said, "weakened", left)
    else:
        place.judge(said, "dropped")


def _left(place: Place, said: Said) -> str:
    """What the payload still says in place of a keyword; empty when it says nothing."""
    lifted = place.lifted
    if said.keyword == "type" and (lifted.of("type") or lifted.values is not None):
        return f"the payload lets in {type_names(lifted.kinds)}"
    if said.keyword in ("enum", "const") and lifted.values is not None:
        own = said.value if said.keyword == "enum" else [said.value]
        listed = own if isinstance(own, list) else [own]
        more = missing_from(listed, lifted.values)
        return f"the payload also lets in {shown(more[0])}" if more else "the values differ"
    there = lifted.of(*_RELATIVES.get(said.keyword, related(said.keyword)))
    if there:
        return f"the payload says `{there[0].keyword}: {shown(there[0].value)}`"
    return ""


_RELATIVES = {"enum": ("enum", "const"), "const": ("const", "enum")}
_RESTRICTING = frozenset(
    {
        *LOWER,
        *UPPER,
        *LEAST,
        *MOST,
        "const",
        "contentEncoding",
        "contentMediaType",
        "dependentRequired",
        "enum",
        "format",
        "maxContains",
        "minContains",
        "multipleOf",
        "pattern",
        "type",
        "uniqueItems",
    }
)
