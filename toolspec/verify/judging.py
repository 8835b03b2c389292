"""The rules at work on one place: which keyword is judged by which rule, and in which order."""

from __future__ import annotations

from toolspec.verify.definitions import DEFINITIONS
from toolspec.verify.holders import MANY, ONE, judge_added_holder, judge_holder
from toolspec.verify.in_place import REFERENCES, brings_in, judge_in_place
from toolspec.verify.items import judge_items
from toolspec.verify.place import Place
from toolspec.verify.properties import judge_openness, judge_properties
from toolspec.verify.required import judge_required
from toolspec.verify.said import UNIONS, Said
from toolspec.verify.unions import judge_unions
from toolspec.verify.values import judge_added, judge_description, judge_value


def judge(place: Place) -> None:
    """Every keyword of both sides; what only brings others in comes last, from the inside out."""
    bringing = [each for each in place.canonical.said if brings_in(place, each)]
    for said in place.canonical.said:
        if said not in bringing:
            _judge_one(place, said)
    judge_required(place)
    judge_properties(place)
    judge_openness(place)
    judge_items(place)
    judge_unions(place)
    for said in sorted(bringing, key=lambda each: -len(each.role)):
        judge_in_place(place, said)
    for said in place.lifted.said:
        if said not in place.claimed:
            _judge_added(place, said)


def _judge_one(place: Place, said: Said) -> None:
    """Judge a canonical keyword by itself, where its rule does not take several together."""
    if said.keyword == "description":
        judge_description(place, said)
    elif said.keyword in ONE or said.keyword in MANY:
        judge_holder(place, said)
    elif _is_plain(place, said):
        judge_value(place, said)


def _is_plain(place: Place, said: Said) -> bool:
    """Whether no other rule speaks of a keyword, or its value is not what the rule is for."""
    value, below = said.value, place.work.canonical
    if said.keyword in DEFINITIONS:
        return False
    if said.keyword == "properties":
        return not isinstance(value, dict)
    if said.keyword in UNIONS:
        return said not in place.canonical.unions
    if said.keyword == "prefixItems":
        return not isinstance(value, list) or not value
    if said.keyword == "items":
        return below.below(said) is None
    return said.keyword not in ("required", "additionalProperties")


def _judge_added(place: Place, said: Said) -> None:
    if said.keyword in DEFINITIONS or said.keyword in REFERENCES or said.keyword == "allOf":
        return
    if said.keyword in ONE or said.keyword in MANY:
        judge_added_holder(place, said)
    elif said.keyword not in UNIONS:
        judge_added(place, said)
