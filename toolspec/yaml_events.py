"""YAML text → `Document`, over libyaml's event stream, with the loading rules of the language.

Refused with a place: duplicate keys, keys that are not text, tags, aliases that explode or contain
themselves, a second document, nesting without end. Merge keys (`<<`) work.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from yaml import events as yaml_event

from toolspec import plain_scalars
from toolspec.diagnostics import Diagnostics, Note, Span
from toolspec.jsontypes import Json
from toolspec.source import Document, pack

ALIASED_NODES_LIMIT = 2_000_000
DEPTH_LIMIT = 100

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NO_KEY = object()


class _Stop(Exception):
    """The rest of the file cannot be read; the problem is already reported."""


class _Frame:
    """A container that is being filled."""

    __slots__ = ("anchor", "container", "key", "key_place", "merges", "place", "places", "weight")

    def __init__(self, container: Json, place: int, anchor: str | None) -> None:
        self.container = container
        self.place = place
        self.anchor = anchor
        self.places = array("Q")
        self.key: Any = _NO_KEY
        self.key_place = 0
        self.merges: list[tuple[Json, int]] = []
        self.weight = 1


def build(file: str, text: str, problems: Diagnostics) -> Document | None:
    """Read YAML text into a document; null when the text cannot be read to its end."""
    builder = _Builder(Document(file, text), problems)
    try:
        with _without_garbage_collection():
            builder.run()
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        builder.syntax_error(error)
        return None
    except yaml.reader.ReaderError as error:
        builder.reader_error(error)
        return None
    return builder.document


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Hold the cycle collector off: there are no cycles here, and it takes two thirds of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Builder:
    def __init__(self, document: Document, problems: Diagnostics) -> None:
        self.document = document
        self._problems = problems
        self._frames: list[_Frame] = []
        self._anchors: dict[str, tuple[Json, int]] = {}
        self._open_anchors: set[str] = set()
        self._aliased = 0
        self._documents = 0

    def run(self) -> None:
        handlers = {
            yaml_event.ScalarEvent: self._scalar,
            yaml_event.MappingStartEvent: self._start_mapping,
            yaml_event.SequenceStartEvent: self._start_sequence,
            yaml_event.MappingEndEvent: self._end,
            yaml_event.SequenceEndEvent: self._end,
            yaml_event.AliasEvent: self._alias,
            yaml_event.DocumentStartEvent: self._start_document,
        }
        loader = _LOADER(self.document.text)
        try:
            while not isinstance(event := loader.get_event(), yaml_event.StreamEndEvent):
                handler = handlers.get(type(event))
                if handler is not None:
                    handler(event)
        finally:
            loader.dispose()
        if self._documents == 0:
            self._problem("TS004", "the file is empty", 0, help="a spec begins with `toolspec: 1`")
            raise _Stop

    def syntax_error(self, error: yaml.MarkedYAMLError) -> None:
        """Report what the YAML parser refused; tab indentation by its own name."""
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        source = self.document.lines[line] if line < len(self.document.lines) else ""
        indent = source[: len(source) - len(source.lstrip(" \t"))]
        if "\t" in indent:
            self._problem(
                "TS006",
                "a tab character indents this line; YAML takes spaces only",
                pack(line, indent.index("\t"), 1),
                help="replace the tab with spaces",
            )
            return
        detail = ", ".join(part for part in (error.context, error.problem) if part)
        self._problem("TS005", f"the YAML cannot be read: {detail}", pack(line, column, 1))

    def reader_error(self, error: Any) -> None:
        """Report a character that YAML does not allow."""
        text = self.document.text
        found = next((n for n, each in enumerate(text) if _is_forbidden(each)), 0)
        line = text.count("\n", 0, found)
        column = found - (text.rfind("\n", 0, found) + 1)
        name = f"U+{ord(text[found]):04X}" if text else "?"
        message = f"the character {name} is not allowed in YAML"
        self._problem("TS005", message, pack(line, column, 1), help=f"write it as an escape ({error.reason})")

    def _problem(self, code: str, message: str, place: int, **more: Any) -> None:
        span = self._span(place)
        self._problems.add(self.document.diagnostic_at(code, message, span, **more))

    def _span(self, place: int) -> Span:
        return Span(
            self.document.file,
            (place >> 40) + 1,
            ((place >> 16) & 0xFFFFFF) + 1,
            max(place & 0xFFFF, 1),
        )

    def _start_document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            mark = event.start_mark
            self._problem(
                "TS007",
                "a second document begins here; a spec is one document",
                pack(mark.line, mark.column, 3),
                help="remove the `---` line, or move the rest to a file of its own",
            )
            raise _Stop

    def _scalar(self, event: Any) -> None:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if start.line == end.line else 0
        if length <= 0:
            line = self.document.lines[start.line] if start.line < len(self.document.lines) else ""
            length = max(len(line.rstrip()) - start.column, 1) if start.line != end.line else 1
        place = pack(start.line, start.column, length)
        if event.tag is not None and event.tag != "!":
            self._refuse_tag(event.tag, place)
        value: Json = event.value
        is_plain = not event.style
        is_key = self._expects_key()
        if is_plain and not (is_key and value == "<<"):
            value, is_ambiguous = plain_scalars.resolve(value)
            if is_ambiguous and not is_key:
                self._warn_ambiguous(event.value, place)
        if is_key and not isinstance(value, str):
            self._refuse_key(event.value, place)
            value = event.value
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        self._put(value, place, 1, is_merge=is_key and is_plain and value == "<<")

    def _refuse_tag(self, tag: str, place: int) -> None:
        shown = tag.replace("tag:yaml.org,2002:", "!!")
        help = "remove it; to make a value text, quote the value"
        self._problem("TS014", f"the tag `{shown}` is not allowed", place, help=help)

    def _warn_ambiguous(self, text: str, place: int) -> None:
        self._problem(
            "TS013",
            f"`{text}` is read as text, as written; other YAML readers make a number of it",
            place,
            severity="warning",
            help=f'quote it: "{text}"',
        )

    def _refuse_key(self, text: str, place: int) -> None:
        shown = f"the key `{text}`" if text else "an empty key"
        self._problem("TS009", f"{shown} is not text", place, help=f'quote it: "{text}"')

    def _expects_key(self) -> bool:
        if not self._frames:
            return False
        top = self._frames[-1]
        return type(top.container) is dict and top.key is _NO_KEY

    def _start_mapping(self, event: Any) -> None:
        self._start(event, {})

    def _start_sequence(self, event: Any) -> None:
        self._start(event, [])

    def _start(self, event: Any, container: Json) -> None:
        mark = event.start_mark
        place = pack(mark.line, mark.column, 1)
        if event.tag is not None and event.tag != "!":
            self._refuse_tag(event.tag, place)
        if self._expects_key():
            self._problem("TS009", "a key must be text, not a list or a mapping", place)
            raise _Stop
        if len(self._frames) >= DEPTH_LIMIT:
            self._problem("TS012", f"the nesting is deeper than {DEPTH_LIMIT} levels", place)
            raise _Stop
        if event.anchor:
            self._open_anchors.add(event.anchor)
        self._frames.append(_Frame(container, place, event.anchor))

    def _end(self, _: Any) -> None:
        frame = self._frames.pop()
        if frame.merges:
            self._merge(frame)
        self.document.places[id(frame.container)] = frame.places
        if frame.anchor:
            self._anchors[frame.anchor] = (frame.container, frame.weight)
            self._open_anchors.discard(frame.anchor)
        self._put(frame.container, frame.place, frame.weight)

    def _alias(self, event: Any) -> None:
        mark = event.start_mark
        place = pack(mark.line, mark.column, len(event.anchor) + 1)
        if event.anchor in self._open_anchors:
            message = f"the alias `*{event.anchor}` stands inside the node it names"
            self._problem("TS011", message, place)
            raise _Stop
        if event.anchor not in self._anchors:
            known = ", ".join(f"`*{name}`" for name in sorted(self._anchors)) or "none"
            message = f"no anchor is named `{event.anchor}`"
            self._problem("TS015", message, place, help=f"anchors so far: {known}")
            raise _Stop
        value, weight = self._anchors[event.anchor]
        self._aliased += weight
        if self._aliased > ALIASED_NODES_LIMIT:
            message = f"the aliases expand to more than {ALIASED_NODES_LIMIT:,} nodes"
            self._problem("TS010", message, place, help="write the values out, or share less")
            raise _Stop
        if self._expects_key() and not isinstance(value, str):
            self._refuse_key(f"*{event.anchor}", place)
            raise _Stop
        self._put(value, place, weight)

    def _put(self, value: Json, place: int, weight: int, is_merge: bool = False) -> None:
        if not self._frames:
            self.document.root = value
            self.document.root_place = place
            return
        frame = self._frames[-1]
        frame.weight += weight
        if type(frame.container) is list:
            frame.container.append(value)
            frame.places.append(place)
        elif frame.key is _NO_KEY:
            frame.key = None if is_merge else value
            frame.key_place = place
        else:
            self._put_pair(frame, value, place)

    def _put_pair(self, frame: _Frame, value: Json, place: int) -> None:
        key, frame.key = frame.key, _NO_KEY
        if key is None:
            frame.merges.append((value, place))
        elif key in frame.container:
            first = frame.places[2 * list(frame.container).index(key)]
            self._problem(
                "TS008",
                f"the key `{key}` is given twice",
                frame.key_place,
                help="keep one of the two",
                notes=(Note("first given here", self._span(first)),),
            )
        else:
            frame.container[key] = value
            frame.places.append(frame.key_place)
            frame.places.append(place)

    def _merge(self, frame: _Frame) -> None:
        """Take over the keys of `<<` that the mapping does not give itself (YAML merge key draft)."""
        for merged, place in frame.merges:
            sources = merged if isinstance(merged, list) else [merged]
            if not all(isinstance(each, dict) for each in sources):
                self._problem("TS016", "`<<` takes a mapping or a list of mappings", place)
                continue
            for source in sources:
                self._merge_one(frame, source)

    def _merge_one(self, frame: _Frame, source: dict[str, Json]) -> None:
        places = self.document.places[id(source)]
        for index, (key, value) in enumerate(source.items()):
            if key not in frame.container:
                frame.container[key] = value
                frame.places.append(places[2 * index])
                frame.places.append(places[2 * index + 1])


def _is_forbidden(character: str) -> bool:
    """True for what YAML 1.2 (5.1) leaves out of its printable characters."""
    code = ord(character)
    return not (
        code in (0x09, 0x0A, 0x0D, 0x85)
        or 0x20 <= code <= 0x7E
        or 0xA0 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or code >= 0x10000
    )
