"""Entries → specs: one spec has one tool of a name, so entries that disagree go apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from toolspec.importers.bfcl.entry import Entry
from toolspec.importers.records import Imported, LeftOut, Part
from toolspec.jsontypes import JsonObject

_NOTES = (
    "Pointers begin with the index of the line in the data, those of answer keys with the id.",
    "The functions of a benchmark are never run, so each counts as one that only reads.",
    "Texts are compared as they are; BFCL's own checker ignores case, blanks and `,./-_*^`.",
)


@dataclass(slots=True)
class _Pack:
    prompt: str | None
    documents: dict[str, JsonObject] = field(default_factory=dict)
    tools: dict[str, Part] = field(default_factory=dict)
    cases: list[Part] = field(default_factory=list)

    def takes(self, entry: Entry) -> bool:
        """Whether every function of the entry is new here or the same document."""
        return entry.prompt == self.prompt and all(
            self.documents.get(each.part.name, each.document) == each.document
            for each in entry.functions
        )

    def add(self, entry: Entry, case: Part) -> None:
        for each in entry.functions:
            self.documents.setdefault(each.part.name, each.document)
            self.tools.setdefault(each.part.name, each.part)
        self.cases.append(case)


def packs(entries: Iterable[Entry]) -> tuple[Imported, ...]:
    """Each entry goes into the first spec that can hold it; the order is that of the data."""
    found: list[_Pack] = []
    for entry in entries:
        case, whole = _consistent(entry)
        if case is None:
            continue
        pack = next((each for each in found if each.takes(whole)), None)
        if pack is None:
            pack = _Pack(entry.prompt)
            found.append(pack)
        pack.add(whole, case)
    return tuple(
        Imported(
            tools=tuple(each.tools.values()),
            cases=tuple(each.cases),
            prompt=each.prompt,
            notes=_NOTES,
        )
        for each in found
    )


def _consistent(entry: Entry) -> tuple[Part | None, Entry]:
    """The entry with one function of a name: a second one in it is left out."""
    first: dict[str, JsonObject] = {}
    functions, lost = [], []
    for each in entry.functions:
        if first.setdefault(each.part.name, each.document) == each.document:
            functions.append(each)
        else:
            why = f"a second function is named `{each.part.name}`"
            lost.append(LeftOut(f"/{entry.id}", why, "function twice"))
    if entry.case is None or not lost:
        return entry.case, entry
    case = Part(entry.case.name, entry.case.value, (*entry.case.left_out, *lost))
    return case, Entry(entry.id, tuple(functions), case, entry.outcome, entry.prompt)
