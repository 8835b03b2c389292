"""Edits of YAML text that leave every other character, comment and blank line where it is.

An edit works on a node and its place in the text, not on values: nothing is written anew that does
not change. Nodes are those of PyYAML, which also reads specs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from toolspec.importers.emit import block, flow
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import identical

# PyYAML has no types; a node is a scalar, a mapping (pairs of nodes) or a sequence (nodes).
Node: TypeAlias = Any

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class CannotMerge(ValueError):
    """The file is written in a way (anchors, merge keys) that leaves no place for the change."""


def compose(text: str) -> Node:
    """The node of a text that the spec language has already read without errors."""
    return yaml.compose(text, Loader=_LOADER)


def child(mapping: Node, key: str) -> tuple[Node, Node]:
    """The key and the value of a mapping's entry; raises `CannotMerge` when it is not there."""
    for found, value in mapping.value:
        if found.value == key:
            return found, value
    raise CannotMerge(f"`{key}` comes from an alias or a merge key")


@dataclass(slots=True)
class Edits:
    """Edits of one text, applied together by `result`."""

    text: str
    _found: list[tuple[int, int, str]] = field(default_factory=list)
    _starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._starts = [0, *(each.end() for each in _LINE_BREAK.finditer(self.text))]

    def result(self) -> str:
        """The text with all edits, its kind of line breaks kept."""
        text, line_break = self.text, "\r\n" if "\r\n" in self.text else "\n"
        # From the end, so that no place moves; of two at one place the one found first goes first.
        numbered = [(*each[:2], index, each[2]) for index, each in enumerate(self._found)]
        for start, end, _, new in sorted(numbered, reverse=True):
            text = text[:start] + new.replace("\n", line_break) + text[end:]
        return text

    def append(self, holder: Node, lines: str) -> None:
        """Write `lines` below the last entry of a block mapping or list."""
        last = holder.value[-1]
        at = self._line_end(self._end(last[1] if isinstance(last, tuple) else last))
        start = "" if self.text[:at].endswith("\n") else "\n"
        self._found.append((at, at, start + lines))

    def append_in_flow(self, holder: Node, item: str) -> None:
        """Write an entry behind the last of a collection in brackets."""
        at = self._end(holder.value[-1][1]) if holder.value else self._at(holder.start_mark) + 1
        self._found.append((at, at, f", {item}" if holder.value else item))

    def change(self, mapping: Node, old: JsonObject, new: JsonObject) -> None:
        """Make a mapping of values `old` hold `new`; what is equal stays as it is written."""
        for key, value in old.items():
            if key not in new:
                self._remove(mapping, key)
            elif not identical(value, new[key]):
                self._change_value(*child(mapping, key), value, new[key])
        for key, value in new.items():
            if key not in old:
                self._add(mapping, key, value)

    def _change_value(self, key: Node, node: Node, old: Json, new: Json) -> None:
        is_block = not getattr(node, "flow_style", True)
        if is_block and isinstance(old, dict) and isinstance(new, dict) and old.keys() & new.keys():
            self.change(node, old, new)
            return
        colon = self.text.index(":", self._at(key.end_mark)) + 1
        between = self.text[colon : self._at(node.start_mark)]
        kept = f"  {between.strip()}" if "#" in between else ""
        start, end = colon, self._end(node)
        written = "" if self._is_empty(node) else self.text[start:end]
        tail = "\n" if written.endswith("\n") else ""
        self._found.append((start, end, f" {flow(new)}{kept}{tail}"))

    def _add(self, mapping: Node, key: str, value: Json) -> None:
        if mapping.flow_style:
            self.append_in_flow(mapping, f"{flow(key)}: {flow(value)}")
        else:
            self.append(mapping, block({key: value}, mapping.value[0][0].start_mark.column))

    def _remove(self, mapping: Node, key: str) -> None:
        found, value = child(mapping, key)
        if mapping.flow_style:
            raise CannotMerge(f"`{key}` stands in a mapping in brackets")
        start = self._at(found.start_mark)
        self._found.append((start - found.start_mark.column, self._line_end(self._end(value)), ""))

    def _end(self, node: Node) -> int:
        """Where the text of a node ends: before blanks and comments that follow it."""
        is_collection = isinstance(node, yaml.CollectionNode)
        if is_collection and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(last, tuple) else last)
        return self._at(node.end_mark)

    def _is_empty(self, node: Node) -> bool:
        return self._at(node.start_mark) == self._at(node.end_mark)

    def _at(self, mark: Any) -> int:
        start: int = self._starts[mark.line]
        return start + int(mark.column)

    def _line_end(self, offset: int) -> int:
        """The start of the next line; the offset itself when it is one."""
        if offset and self.text[offset - 1] == "\n":
            return offset
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found + 1
