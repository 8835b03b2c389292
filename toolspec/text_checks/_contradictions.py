"""Rules that no reply can satisfy, as far as that shows without a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolspec.jsontypes import Json
from toolspec.text_checks._check import NOT, check_reply
from toolspec.text_checks._records import Folding


def contradictions(rule: Mapping[str, Json]) -> Iterator[str]:
    """Say what in a sound rule excludes what else; expressions are left out of it."""
    if "equals" in rule:
        for each in check_reply(_without_expressions(rule), rule["equals"]):
            yield f"the text of `equals` itself fails `{each.rule}`"
        return
    folding = Folding(
        ignore_case=rule.get("ignore_case", False), fold_yo=rule.get("fold_yo", False)
    )
    unwanted = [folding.fold(each) for each in rule.get("mentions_none", ())]
    for each in rule.get("mentions_all", ()):
        if _holds_any(folding.fold(each), unwanted):
            yield f"`{each}` of `mentions_all` holds a text of `mentions_none`"
    alternatives = [folding.fold(each) for each in rule.get("mentions_any", ())]
    if alternatives and all(_holds_any(each, unwanted) for each in alternatives):
        yield "every text of `mentions_any` holds a text of `mentions_none`"


def _holds_any(text: str, parts: list[str]) -> bool:
    return any(each in text for each in parts)


def _without_expressions(rule: Mapping[str, Json]) -> dict[str, Json]:
    """The rule without `matches`, which may take long, and without a `not` that holds one."""
    return {
        key: option
        for key, option in rule.items()
        if key != "matches" and not (key == NOT and _has_expression(option))
    }


def _has_expression(rule: Mapping[str, Json]) -> bool:
    return "matches" in rule or (NOT in rule and _has_expression(rule[NOT]))
