"""Enums of numbers that are sent as enums of texts, for formats that take no others."""

from __future__ import annotations

import json
from dataclasses import replace

from toolspec.jsontypes import Json
from toolspec.verify.said import Said
from toolspec.verify.views import View

_SAYING_VALUES = ("type", "enum", "const")


def decoded(canonical: View, lifted: View) -> View | None:
    """The lifted view with its texts read as the values they stand for; null when they are none."""
    texts = _texts_of(canonical.values)
    there = lifted.values
    if texts is None or not there:
        return None
    if not all(isinstance(each, str) and each in texts for each in there):
        return None
    values = [texts[each] for each in there]
    if all(isinstance(each, str) for each in values):
        return None
    first = lifted.of("enum", "const")[0]
    rest = [each for each in lifted.said if each.keyword not in _SAYING_VALUES]
    return replace(
        lifted, said=[*rest, Said("enum", values, first.node, first.role, is_decoded=True)]
    )


def _texts_of(values: list[Json] | None) -> dict[str, Json] | None:
    """The texts that can stand for values; null when two values would have the same one."""
    if not values or all(isinstance(each, str) for each in values):
        return None
    found: dict[str, Json] = {}
    for value in values:
        if isinstance(value, dict | list):
            return None
        for text in _spellings(value):
            if text in found:
                return None
            found[text] = value
    return found


def _spellings(value: Json) -> set[str]:
    if isinstance(value, str):
        return {value}
    texts = {json.dumps(value)}
    if isinstance(value, float) and value.is_integer():
        texts.add(str(int(value)))
    return texts
