"""Files → text → `Document`. What cannot be read is a diagnostic, never an exception."""

from __future__ import annotations

from pathlib import Path

from toolspec.diagnostics import Diagnostic, Diagnostics, Span
from toolspec.source import Document
from toolspec.yaml_events import build

SIZE_LIMIT = 64 * 1024 * 1024

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_file(path: Path, problems: Diagnostics) -> Document | None:
    """Read one spec file; null when it cannot be read to its end, and `problems` says why."""
    text = read_text(path, problems)
    return None if text is None else build(str(path), text, problems)


def read_text(path: Path, problems: Diagnostics) -> str | None:
    """Read a file as UTF-8 text, or say why not: missing, a folder, too large, not text."""
    try:
        if path.is_dir():
            help = "name a `.yaml` file"
            _refuse(path, "TS001", "this is a folder, not a file", problems, help=help)
            return None
        data = read_bytes(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        _refuse(path, "TS001", f"the file cannot be read: {reason}", problems)
        return None
    except ValueError:
        _refuse(path, "TS001", "the file cannot be read: its name holds a NUL character", problems)
        return None
    if len(data) > SIZE_LIMIT:
        message = f"the file has more than {SIZE_LIMIT // 1024 // 1024} MB"
        help = "split the cases over several specs"
        _refuse(path, "TS002", message, problems, help=help)
        return None
    return decode(str(path), data, problems)


def read_bytes(path: Path) -> bytes:
    """At most one byte more than `SIZE_LIMIT`: a pipe or a device tells no size before it ends."""
    with path.open("rb") as stream:
        return stream.read(SIZE_LIMIT + 1)


def decode(file: str, data: bytes, problems: Diagnostics) -> str | None:
    """Decode UTF-8 (a byte order mark at the start is dropped); say where it is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.add(_not_utf_8(file, data, error.start))
        return None
    where = text.find("\0")
    if where < 0:
        return text
    line, start = text.count("\n", 0, where) + 1, text.rfind("\n", 0, where) + 1
    message = "this is not a text file: it holds a NUL character"
    place = Span(file, line, where - start + 1)
    problems.add(Diagnostic("TS003", message, place, help="a spec is YAML"))
    return None


def _not_utf_8(file: str, data: bytes, offset: int) -> Diagnostic:
    is_binary = b"\0" in data[:4096] and not data.startswith(_UTF_16_MARKS)
    what = "this is not a text file" if is_binary else "the file is not UTF-8 text"
    help = "a spec is YAML" if is_binary else "save it as UTF-8 (not cp1251 or UTF-16)"
    start = data.rfind(b"\n", 0, offset) + 1
    # The text before the first bad byte is good, so its characters can be counted.
    column = len(data[start:offset].decode("utf-8-sig" if start == 0 else "utf-8")) + 1
    line = data.count(b"\n", 0, offset) + 1
    message = f"{what}: byte 0x{data[offset]:02x} at offset {offset}"
    return Diagnostic("TS003", message, Span(file, line, column), help=help)


def _refuse(
    path: Path, code: str, message: str, problems: Diagnostics, *, help: str | None = None
) -> None:
    problems.add(Diagnostic(code, message, Span(str(path), 1, 1), help=help))
