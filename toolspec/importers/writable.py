"""Texts and numbers that JSON can hold and YAML cannot."""

from __future__ import annotations

from toolspec.importers.records import Refusal
from toolspec.jsontypes import Json
from toolspec.source import PathSteps

_HALF_PAIRS = range(0xD800, 0xE000)
# YAML numbers of more than some 4,000 digits are read as texts.
_MOST_BITS = 13_000


def unwritable(value: Json, path: PathSteps) -> list[Refusal]:
    """What YAML cannot hold of a value at `path`; its depth is bounded by the JSON reader."""
    if isinstance(value, str):
        if any(ord(each) in _HALF_PAIRS for each in value):
            message = "the text holds half of a surrogate pair, which is no character"
            return [Refusal("TS704", message, path, "remove the `\\uD800`…`\\uDFFF` escape")]
        return []
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return [Refusal("TS704", "the number has too many digits", path)]
    if isinstance(value, dict):
        keys = [found for key in value for found in unwritable(key, (*path, key))]
        return keys + [
            found for key, each in value.items() for found in unwritable(each, (*path, key))
        ]
    if isinstance(value, list):
        return [
            found for index, each in enumerate(value) for found in unwritable(each, (*path, index))
        ]
    return []
