"""A `Document`: the JSON-like value of a file, with the place of every key and value.

Places are kept beside plain dicts and lists as packed integers, one array a container, and are
unpacked only when a problem is shown.
"""

from __future__ import annotations

import re
from array import array

from toolspec.diagnostics import Diagnostic, Note, Severity, Span
from toolspec.jsontypes import Json
from toolspec.pointers import json_pointer
from toolspec.secret_lines import carries_secret

_LINE_BREAK = re.compile(r"\r\n|\r|\n")

PathSteps = tuple[str | int, ...]


def pack(line: int, column: int, length: int) -> int:
    """Pack a place (line and column from 0) into 64 bits: 24 for each, 16 for the length."""
    return (min(line, 0xFFFFFF) << 40) | (min(column, 0xFFFFFF) << 16) | min(length, 0xFFFF)


class Document:
    """A file as read: `root` is its JSON-like value, `text` its source.

    `places` maps the id of a container to packed places: key and value in turn for a mapping, one
    an item for a list. Ids are stable because the document holds the containers.
    """

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.root: Json = None
        self.places: dict[int, array[int]] = {}
        self.root_place = 0
        self._lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The source lines, split where YAML splits them."""
        if self._lines is None:
            self._lines = _LINE_BREAK.split(self.text)
        return self._lines

    def span(self, path: PathSteps) -> Span:
        """The place of the value at `path`, or of the nearest thing around it that exists."""
        place, _, value = self._locate(path)
        return self._unpack(place, value)

    def key_span(self, path: PathSteps) -> Span:
        """The place of the key that holds the value at `path` (of the value, for a list item)."""
        place, key_place, value = self._locate(path)
        return self._unpack(place, value) if key_place is None else self._unpack(key_place, None)

    def first_key_span(self, path: PathSteps) -> Span:
        """The place to show for something missing from the mapping at `path`."""
        value = self._value(path)
        if isinstance(value, dict) and value and id(value) in self.places:
            return self._unpack(self.places[id(value)][0], None)
        return self.key_span(path) if path else self.span(path)

    def written(self, path: PathSteps) -> str:
        """The scalar at `path` as the file has it, on its first line."""
        span = self.span(path)
        return self.lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]

    def diagnostic(
        self,
        code: str,
        message: str,
        path: PathSteps,
        *,
        at: str = "value",
        severity: Severity = "error",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Diagnostic:
        """Make a diagnostic at the value, the key or the first key (`at`) of the node at `path`."""
        places = {"value": self.span, "key": self.key_span, "first_key": self.first_key_span}
        return self.diagnostic_at(
            code, message, places[at](path), severity=severity, help=help, notes=notes, path=path
        )

    def diagnostic_at(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        severity: Severity = "error",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
        path: PathSteps | None = None,
    ) -> Diagnostic:
        """Make a diagnostic at a place, with its source line unless a secret stands in it."""
        source = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return Diagnostic(
            code,
            message,
            span,
            severity=severity,
            help=help,
            notes=notes,
            pointer=None if path is None else json_pointer(path),
            source=None if carries_secret(source) else source,
        )

    def _value(self, path: PathSteps) -> Json:
        value = self.root
        for step in path:
            if not _has(value, step):
                return None
            value = value[step]
        return value

    def _locate(self, path: PathSteps) -> tuple[int, int | None, Json]:
        """The packed places of the value at `path` and of its key, and the value itself.

        Of the last step that exists; the key's is null for a list item and for the whole file.
        """
        place, key_place = self.root_place, None
        value = self.root
        for step in path:
            if not _has(value, step):
                break
            places = self.places[id(value)]
            if isinstance(value, dict):
                index = list(value).index(step)
                key_place, place = places[2 * index], places[2 * index + 1]
            else:
                key_place, place = None, places[int(step)]
            value = value[step]
        return place, key_place, value

    def _unpack(self, place: int, value: Json) -> Span:
        length = place & 0xFFFF
        if isinstance(value, dict) and value and id(value) in self.places:
            first = self.places[id(value)][0]
            if first >> 16 == place >> 16:
                length = first & 0xFFFF
        return Span(self.file, (place >> 40) + 1, ((place >> 16) & 0xFFFFFF) + 1, max(length, 1))


def _has(value: Json, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)
