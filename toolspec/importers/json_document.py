"""JSON text → `Document`: the value, with the place of every key and value.

The text is read strictly first; only what is known to be JSON is then walked for its places, so
the walk needs no grammar of its own.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right

from toolspec.diagnostics import Diagnostics, Note, Span
from toolspec.jsontypes import Json
from toolspec.source import Document, pack
from toolspec.strict_json import StrictJsonError, parse

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')
_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def json_document(file: str, text: str, problems: Diagnostics) -> Document | None:
    """Read one JSON value; null when `problems` says why the text is none."""
    document = Document(file, text)
    reader = _Reader(document, problems)
    if not reader.is_json(text, 0):
        return None
    document.root, document.root_place = reader.read(0, len(text))
    return None if problems.errors else document


def json_lines_document(file: str, text: str, problems: Diagnostics) -> Document | None:
    """Read one JSON value a line, as the items of a list; every bad line is reported."""
    document = Document(file, text)
    reader = _Reader(document, problems)
    values: list[Json] = []
    places = array("q")
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip() and reader.is_json(line, start):
            value, place = reader.read(start, end)
            values.append(value)
            places.append(place)
        start = end + 1
    document.root = values
    document.places[id(values)] = places
    return None if problems.errors else document


class _Reader:
    def __init__(self, document: Document, problems: Diagnostics) -> None:
        self._document = document
        self._problems = problems
        breaks = _LINE_BREAK.finditer(document.text)
        self._starts = [0, *(each.end() for each in breaks)]

    def is_json(self, text: str, offset: int) -> bool:
        """Whether a part of the file, which begins at `offset`, is one JSON value."""
        try:
            parse(text)
        except StrictJsonError as error:
            if error.kind == "duplicate_key":
                return True
            at = offset + (error.offset or 0)
            message = f"this is not JSON: {error.message}"
            if error.offset is None:
                message = f"the JSON cannot be used: {error.message}"
            self._add("TS701", message, self._span(self._place(at, 1)))
            return False
        return True

    def read(self, start: int, end: int) -> tuple[Json, int]:
        """The value between two offsets, and its place; a key given twice is reported."""
        walk = _Walk(self)
        for token in _TOKEN.finditer(self._document.text, start, end):
            walk.take(token[0], self._place(token.start(), len(token[0])))
        return walk.value, walk.place

    def keep(self, container: Json, places: array[int]) -> None:
        """Store the places of a container."""
        self._document.places[id(container)] = places

    def report_twice(self, key: str, place: int, first: int) -> None:
        """Report a key that an object gives twice."""
        note = Note("first given here", self._span(first))
        help = "keep one of the two"
        self._add("TS008", f"the key `{key}` is given twice", self._span(place), help, (note,))

    def _place(self, offset: int, length: int) -> int:
        line = bisect_right(self._starts, offset) - 1
        return pack(line, offset - self._starts[line], length)

    def _span(self, place: int) -> Span:
        file = self._document.file
        return Span(file, (place >> 40) + 1, ((place >> 16) & 0xFFFFFF) + 1, max(place & 0xFFFF, 1))

    def _add(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        found = self._document.diagnostic_at(code, message, span, help=help, notes=notes)
        self._problems.add(found)


class _Walk:
    """Builds the value of one JSON text from its tokens."""

    def __init__(self, reader: _Reader) -> None:
        self.value: Json = None
        self.place = 0
        self._reader = reader
        self._open: list[_Container] = []

    def take(self, token: str, place: int) -> None:
        """Take the next token."""
        if token in ("{", "["):
            self._open.append(_Container({} if token == "{" else [], place))
        elif token in ("}", "]"):
            done = self._open.pop()
            self._reader.keep(done.value, done.places)
            self._put(done.value, done.place)
        elif token not in (":", ","):
            self._put(json.loads(token), place)

    def _put(self, value: Json, place: int) -> None:
        if not self._open:
            self.value, self.place = value, place
            return
        holder = self._open[-1]
        if isinstance(holder.value, list):
            holder.value.append(value)
            holder.places.append(place)
        elif holder.key is None:
            holder.key, holder.key_place = value, place
        else:
            self._put_property(holder, holder.key, value, place)
            holder.key = None

    def _put_property(self, holder: _Container, key: str, value: Json, place: int) -> None:
        if key in holder.value:
            first = holder.places[2 * list(holder.value).index(key)]
            self._reader.report_twice(key, holder.key_place, first)
            return
        holder.value[key] = value
        holder.places.extend((holder.key_place, place))


class _Container:
    """An object or a list that is still open; `key` waits for its value."""

    def __init__(self, value: Json, place: int) -> None:
        self.value = value
        self.place = place
        self.places = array("q")
        self.key: str | None = None
        self.key_place = 0
