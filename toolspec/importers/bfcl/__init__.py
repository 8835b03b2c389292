"""Sets of the Berkeley Function-Calling Leaderboard (v4): entries, answer keys, function documents.

A set becomes one spec or several: one spec has one tool of a name, and the functions of two entries
may share a name without being the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from toolspec.importers.bfcl.entry import Entry, read_entry
from toolspec.importers.bfcl.function import Function, read_function
from toolspec.importers.bfcl.multi_turn import stub_of
from toolspec.importers.bfcl.packs import packs
from toolspec.importers.records import Imported, Refusal
from toolspec.importers.writable import unwritable
from toolspec.jsontypes import Json
from toolspec.source import PathSteps

TITLE = "BFCL"

__all__ = ["TITLE", "BfclSet", "Entry", "Function", "read", "read_class", "read_keys"]


@dataclass(frozen=True, slots=True)
class BfclSet:
    """One set, read: its entries, the specs that hold them, and why it cannot be used."""

    entries: tuple[Entry, ...]
    specs: tuple[Imported, ...]
    refusals: tuple[Refusal, ...] = ()


def read(
    entries: list[Json],
    keys: Mapping[str, Json],
    classes: Mapping[str, tuple[Function, ...]],
) -> BfclSet:
    """Read a set; `keys` maps an entry's id to its answer key, `classes` is for multi-turn sets."""
    found: list[Entry] = []
    refusals: list[Refusal] = []
    first: dict[str, int] = {}
    for index, value in enumerate(entries):
        key = keys.get(value["id"]) if isinstance(value, dict) and _has_id(value) else None
        entry = read_entry(value, (index,), key, classes)
        refusals.extend(entry.refusals)
        if entry.case is not None and first.setdefault(entry.case.name, index) != index:
            before: PathSteps = (first[entry.case.name], "id")
            message = f"two entries have the id `{entry.case.name}`"
            refusals.append(Refusal("TS703", message, (index, "id"), first=before))
        found.append(entry)
    return BfclSet(tuple(found), () if refusals else packs(found), tuple(refusals))


def read_keys(lines: list[Json]) -> tuple[dict[str, Json], tuple[Refusal, ...]]:
    """The answer keys by the id of their entry."""
    keys: dict[str, Json] = {}
    refusals: list[Refusal] = []
    for index, each in enumerate(lines):
        refusals.extend(unwritable(each, (index,)))
        if isinstance(each, dict) and _has_id(each) and "ground_truth" in each:
            keys[each["id"]] = each["ground_truth"]
        else:
            message = "an answer key is a mapping with `id` and `ground_truth`"
            refusals.append(Refusal("TS702", message, (index,)))
    return keys, tuple(refusals)


def read_class(documents: list[Json]) -> tuple[Function, ...]:
    """The function documents of one class of the multi-turn sets."""
    return tuple(_with_stub(read_function(each, (index,))) for index, each in enumerate(documents))


def _with_stub(function: Function) -> Function:
    """The function with an answer of its own, so that a run can go on after it."""
    value = {**function.part.value, "stub": stub_of(function.document)}
    return replace(function, part=replace(function.part, value=value))


def _has_id(value: dict[str, Json]) -> bool:
    return isinstance(value.get("id"), str)
