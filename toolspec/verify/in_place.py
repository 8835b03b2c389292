"""References, `allOf` and unions of one branch: what they bring in is judged, not how.

They are kept where the payload has them too, and rewritten where it says the same without them.
"""

from __future__ import annotations

from toolspec.verify.place import Place
from toolspec.verify.said import UNIONS, Said, is_in_place

REFERENCES = ("$ref", "$dynamicRef")


def brings_in(place: Place, said: Said) -> bool:
    """Whether a canonical keyword only brings in what other schemas say."""
    if said.keyword in REFERENCES:
        return place.work.canonical.target(said) is not None
    if said.keyword == "allOf":
        return bool(place.work.canonical.branches(said))
    return said.keyword in UNIONS and is_in_place(said, place.canonical.chosen) is not None


def judge_in_place(place: Place, said: Said) -> None:
    """Judge it; to be called when all that it brings in is judged."""
    other = _counterpart(place, said)
    if other is not None and said.keyword in REFERENCES:
        _judge_reference(place, said, other)
    elif other is not None and _has_same_form(place, said, other):
        place.judge(said, "kept", by=other)
    elif _is_carried(place, said):
        place.judge(said, "rewritten", _HOW.get(said.keyword, "put in place"), reversible=False)
    elif place.is_noted(said):
        place.judge(said, "moved_to_description", "said in the description")
    else:
        place.judge(said, "dropped")


def _counterpart(place: Place, said: Said) -> Said | None:
    match = place.match(said)
    if match is not None:
        return match
    there = place.lifted.of(said.keyword)
    if said.keyword in REFERENCES:
        there = [each for each in there if each not in place.claimed]
    found = next((each for each in there if each.role == said.role), None)
    if found is None and said.keyword in REFERENCES:
        found = next(iter(there), None)
    if found is not None:
        place.claimed.add(found)
    return found


def _judge_reference(place: Place, said: Said, other: Said) -> None:
    if place.work.lifted.target(other) is None:
        place.judge(said, "dropped", "the reference of the payload leads to nothing", by=other)
    elif place.match(said) is not None:
        place.judge(said, "kept", by=other)
    else:
        place.judge(said, "rewritten", f"as `{other.value}`", by=other, reversible=False)


def _has_same_form(place: Place, said: Said, other: Said) -> bool:
    """Whether a list has as many schemas as the other, `true` where that has `true`."""
    own = [isinstance(each.schema, dict) for each in place.work.canonical.branches(said)]
    return own == [isinstance(each.schema, dict) for each in place.work.lifted.branches(other)]


def _is_carried(place: Place, said: Said) -> bool:
    """Whether anything of what was brought in is in the payload."""
    role = (*said.role, said.keyword)
    brought = [
        place.verdicts.get(each)
        for each in place.canonical.said
        if each.role[: len(role)] == role and each is not said
    ]
    return not brought or any(each in ("kept", "rewritten") for each in brought)


_HOW = {"$ref": "put in the place of the reference", "allOf": "merged into one schema"}
