"""An existing spec and `Imported` → the text of the spec with the new and changed tools and cases.

What the file has is kept to the letter: comments, order, values, and tools that the source no
longer has. A changed tool gets the description and the schema of the source; `effect` and the rules
for the grader are those of the file where it has them.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

from toolspec.importers.comments import left_out_comment
from toolspec.importers.edits import CannotMerge, Edits, Node, child, compose
from toolspec.importers.emit import flow
from toolspec.importers.records import Imported, Part
from toolspec.importers.write import case_lines, tool_lines
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import identical

# Keys that a source decides on: what it no longer says is removed.
_OWNED = {"tools": ("description", "parameters", "strict"), "cases": ("user", "tools", "expect")}
# Keys that the file decides on, once it has them.
_KEPT = ("effect", "tags", "title")


@dataclass(frozen=True, slots=True)
class Merged:
    """The new text, the value it must have, and what became of the tools and cases, by name."""

    text: str
    root: Json
    added: tuple[str, ...]
    updated: tuple[str, ...]
    only_in_file: tuple[str, ...]


def merge(text: str, root: JsonObject, imported: Imported) -> Merged:
    """Merge into a spec of value `root`; raises `CannotMerge` when its text leaves no place."""
    node, edits, wanted = compose(text), Edits(text), copy.deepcopy(root)
    changes = [
        _Section(edits, child(node, "tools")[1], "tools").merge(
            root["tools"], wanted["tools"], imported.tools
        )
    ]
    if imported.cases:
        changes.append(_merge_cases(edits, child(node, "cases")[1], root, wanted, imported))
    note = _new_remarks(text, imported)
    added, updated, rest = (tuple(name for each in changes for name in each[i]) for i in range(3))
    return Merged(note + edits.result(), wanted, added, updated, rest)


_Names = tuple[list[str], list[str], list[str]]


def _merge_cases(
    edits: Edits, node: Node, root: JsonObject, wanted: JsonObject, imported: Imported
) -> _Names:
    before = {each["id"]: each for each in root["cases"]}
    after = {each["id"]: each for each in wanted["cases"]}
    names = _Section(edits, node, "cases").merge(before, after, imported.cases)
    wanted["cases"] = list(after.values())
    return names


@dataclass(frozen=True, slots=True)
class _Section:
    edits: Edits
    node: Node
    name: str

    def merge(self, old: JsonObject, wanted: JsonObject, parts: tuple[Part, ...]) -> _Names:
        """Edit the section; `wanted` becomes what it must hold. Gives the names by fate."""
        fresh = [each for each in parts if each.name not in old]
        updated = []
        for part in parts:
            if part.name not in old:
                continue
            new = self._updated(old[part.name], part.value)
            if not identical(old[part.name], new):
                updated.append(part.name)
                wanted[part.name] = new
                self.edits.change(self._entry(part.name, list(old)), old[part.name], new)
        # After all changes: what is added to the last entry comes before what follows it.
        for part in fresh:
            wanted[part.name] = part.value
            self._append(part)
        names = {each.name for each in parts}
        return [each.name for each in fresh], updated, [each for each in old if each not in names]

    def _updated(self, old: JsonObject, new: JsonObject) -> JsonObject:
        kept = {key: value for key, value in old.items() if key not in _OWNED[self.name]}
        fresh = {key: value for key, value in new.items() if not (key in _KEPT and key in old)}
        return {**{key: value for key, value in old.items() if key in kept or key in new}, **fresh}

    def _append(self, part: Part) -> None:
        if self.node.flow_style:
            value = flow(part.value)
            item = f"{flow(part.name)}: {value}" if self.name == "tools" else value
            self.edits.append_in_flow(self.node, item)
            return
        lines = tool_lines if self.name == "tools" else case_lines
        self.edits.append(self.node, lines(part, self._column()))

    def _column(self) -> int:
        column: int = self.node.start_mark.column
        return column

    def _entry(self, name: str, names: list[str]) -> Node:
        if self.name == "tools":
            return child(self.node, name)[1]
        return self.node.value[names.index(name)]


def _new_remarks(text: str, imported: Imported) -> str:
    """What of the source as a whole was left out, unless the file says so already."""
    fresh = [each for each in imported.left_out if each.why not in " ".join(text.split())]
    return left_out_comment(fresh)


__all__ = ["CannotMerge", "Merged", "merge"]
