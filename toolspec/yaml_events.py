"""YAML text → `Document`: libyaml's event stream with the loading rules of the language.

Refused with a place: duplicate keys, keys that are not text, tags, aliases that explode or contain
themselves, a second document, nesting without end. Merge keys (`<<`) work. Events are read straight
into dicts and lists: PyYAML's passes over nodes cost eight times the time and five the memory.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from yaml import events as yaml_event

from toolspec import plain_scalars, yaml_refusals
from toolspec.diagnostics import Diagnostics, Note, Span
from toolspec.jsontypes import Json
from toolspec.secret_lines import SECRET_KEY
from toolspec.source import Document, pack
from toolspec.yaml_frame import Frame

ALIASED_NODES_LIMIT = 1_000_000
DEPTH_LIMIT = 100

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Stop(Exception):
    """The rest of the file cannot be read; the problem is already reported."""


def build(file: str, text: str, problems: Diagnostics) -> Document | None:
    """Read YAML text into a document; null when the text cannot be read to its end."""
    document = Document(file, text)
    refused = yaml_refusals.refused_character(document)
    if refused is not None:
        problems.add(refused)
        return None
    try:
        with _without_garbage_collection():
            _Builder(document, problems).run()
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        problems.add(yaml_refusals.syntax_error(document, error))
        return None
    except yaml.reader.ReaderError:
        problems.add(yaml_refusals.forbidden_character(document))
        return None
    return document


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Hold the cycle collector off: no cycles arise here, and it takes two thirds of the time."""
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
        self._frames: list[Frame] = []
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
        place = self._scalar_place(event)
        if event.tag is not None:
            self._refuse_tag(event.tag, place)
        value: Json = event.value
        is_key = self._expects_key()
        is_merge = is_key and not event.style and value == "<<"
        if not event.style and not is_merge:
            value, is_ambiguous = plain_scalars.resolve(value)
            if is_ambiguous and not is_key:
                self._warn_ambiguous(event.value, place)
        if is_key and not isinstance(value, str):
            self._refuse_key(event.value, place)
            value = event.value
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        self._put(value, place, 1, is_merge=is_merge)

    def _scalar_place(self, event: Any) -> int:
        """The place of a scalar; of its first line when it has several."""
        start, end = event.start_mark, event.end_mark
        column, length = start.column, end.column - start.column
        if start.line != end.line:
            length = len(self.document.lines[start.line].rstrip()) - column
        elif event.anchor and not event.style and event.tag is None:
            # The mark is that of the anchor; an unquoted value ends the node as it is written.
            column, length = end.column - len(event.value), len(event.value)
        return pack(start.line, column, max(length, 1))

    def _refuse_tag(self, tag: str, place: int) -> None:
        shown = tag.replace("tag:yaml.org,2002:", "!!")
        help = "remove it; to make a value text, quote the value"
        self._problem("TS014", f"the tag `{shown}` is not allowed", place, help=help)

    def _warn_ambiguous(self, text: str, place: int) -> None:
        if self._frames and SECRET_KEY.search(str(self._frames[-1].key)):
            return
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
        return bool(self._frames) and self._frames[-1].expects_key

    def _start_mapping(self, event: Any) -> None:
        self._start(event, {})

    def _start_sequence(self, event: Any) -> None:
        self._start(event, [])

    def _start(self, event: Any, container: Json) -> None:
        mark = event.start_mark
        place = pack(mark.line, mark.column, 1)
        if event.tag is not None:
            self._refuse_tag(event.tag, place)
        if self._expects_key():
            self._problem("TS009", "a key must be text, not a list or a mapping", place)
            raise _Stop
        if len(self._frames) >= DEPTH_LIMIT:
            self._problem("TS012", f"the nesting is deeper than {DEPTH_LIMIT} levels", place)
            raise _Stop
        if event.anchor:
            self._open_anchors.add(event.anchor)
        self._frames.append(Frame(container, place, event.anchor))

    def _end(self, _: Any) -> None:
        frame = self._frames.pop()
        for place in frame.merge(self.document.places):
            self._problem("TS016", "`<<` takes a mapping or a list of mappings", place)
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
        key, key_place = frame.key, frame.key_place
        first = frame.put(value, place, is_merge=is_merge)
        if first is not None:
            self._problem(
                "TS008",
                f"the key `{key}` is given twice",
                key_place,
                help="keep one of the two",
                notes=(Note("first given here", self._span(first)),),
            )
