"""The only reader of YAML: bytes → `Document`, a JSON-like value with a place for every key and value.

The event stream of PyYAML's libyaml parser is read straight into plain dicts and lists; places are
kept beside them as packed integers, one array a container, and are unpacked only when a problem is
shown. Node and constructor passes are skipped: they cost eight times the time and five times the memory.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from toolspec.diagnostics import Diagnostic, Diagnostics, Note, Severity, Span
from toolspec.jsontypes import Json

SIZE_LIMIT = 64 * 1024 * 1024

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
        """The source lines, split on `\\n` only."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines

    def span(self, path: PathSteps) -> Span:
        """The place of the value at `path`, or of the nearest thing around it that exists."""
        place, _ = self._locate(path)
        return self._unpack(place, self._value(path))

    def key_span(self, path: PathSteps) -> Span:
        """The place of the key that holds the value at `path` (of the value, for a list item)."""
        place, key_place = self._locate(path)
        return self._unpack(key_place or place, None)

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
        """Make a diagnostic at the value, the key, or the first key (`at`) of the node at `path`."""
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
        """Make a diagnostic at a place, with the source line it shows."""
        source = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return Diagnostic(
            code,
            message,
            span,
            severity=severity,
            help=help,
            notes=notes,
            pointer=None if path is None else json_pointer(path),
            source=source.rstrip("\r"),
        )

    def _value(self, path: PathSteps) -> Json:
        value = self.root
        for step in path:
            if isinstance(value, dict) and step in value:
                value = value[step]
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value

    def _locate(self, path: PathSteps) -> tuple[int, int | None]:
        """The packed place of the value at `path` and of its key; of the last step that exists."""
        place, key_place = self.root_place, None
        value = self.root
        for step in path:
            places = self.places.get(id(value))
            if isinstance(value, dict) and places is not None and step in value:
                index = list(value).index(step)
                key_place, place = places[2 * index], places[2 * index + 1]
            elif isinstance(value, list) and places and isinstance(step, int) and step < len(value):
                key_place, place = None, places[step]
            else:
                break
            value = value[step]
        return place, key_place

    def _unpack(self, place: int, value: Json) -> Span:
        length = place & 0xFFFF
        if isinstance(value, dict) and value and id(value) in self.places:
            first = self.places[id(value)][0]
            if first >> 16 == place >> 16:
                length = first & 0xFFFF
        return Span(self.file, (place >> 40) + 1, ((place >> 16) & 0xFFFFFF) + 1, max(length, 1))


def json_pointer(path: PathSteps) -> str:
    """Write a path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def read_file(path: Path, problems: Diagnostics) -> Document | None:
    """Read one spec file; what is wrong goes to `problems`, and null comes back when it is fatal."""
    from toolspec.yaml_events import build

    text = read_text(path, problems)
    if text is None:
        return None
    return build(str(path), text, problems)


def read_text(path: Path, problems: Diagnostics) -> str | None:
    """Read a file as UTF-8 text, or say why not: missing, a folder, too large, not text."""
    place = Span(str(path), 1, 1)
    try:
        if path.is_dir():
            problems.add(
                Diagnostic("TS001", "this is a folder, not a file", place, help="name a `.yaml` file")
            )
            return None
        size = path.stat().st_size
        if size > SIZE_LIMIT:
            message = f"the file has {size:,} bytes; at most {SIZE_LIMIT:,} are read"
            problems.add(Diagnostic("TS002", message, place, help="split the cases over several specs"))
            return None
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(Diagnostic("TS001", f"the file cannot be read: {reason}", place))
        return None
    return decode(str(path), data, problems)


def decode(file: str, data: bytes, problems: Diagnostics) -> str | None:
    """Decode UTF-8 (a byte order mark at the start is dropped); say where it is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        binary = b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))
        what = "this is not a text file" if binary else "the file is not UTF-8 text"
        problems.add(
            Diagnostic(
                "TS003",
                f"{what}: byte 0x{data[error.start]:02x} at offset {error.start}",
                Span(file, line, column),
                help="a spec is YAML" if binary else "save it as UTF-8 (not cp1251 or UTF-16)",
            )
        )
        return None
    if "\0" in text:
        where = text.index("\0")
        line = text.count("\n", 0, where) + 1
        column = where - (text.rfind("\n", 0, where) + 1) + 1
        message = "this is not a text file: it holds a NUL character"
        problems.add(Diagnostic("TS003", message, Span(file, line, column), help="a spec is YAML"))
        return None
    return text
