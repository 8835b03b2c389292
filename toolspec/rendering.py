"""Diagnostics as text: the full form with a caret, JSON, and GitHub annotations. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from toolspec.diagnostics import Diagnostic, Note, Span
from toolspec.jsontypes import JsonObject
from toolspec.pages import page_name
from toolspec.wording import visible

_WIDEST = 160


def full(diagnostic: Diagnostic) -> str:
    """The form for people: message, place, source line with a caret, notes and help."""
    return "\n".join(_full(diagnostic)) + "\n"


def _full(diagnostic: Diagnostic) -> Iterator[str]:
    yield f"{diagnostic.severity}[{diagnostic.code}]: {visible(diagnostic.message)}"
    span = diagnostic.span
    gutter = " " * (len(str(span.line)) if span else 1)
    if span is not None:
        yield f"{gutter}--> {span.file}:{span.line}:{span.column}"
        if diagnostic.source:
            yield from _excerpt(span, diagnostic.source, gutter)
    for note in diagnostic.notes:
        yield f"{gutter} = note: {_note(note)}"
    if diagnostic.help:
        yield f"{gutter} = help: {visible(diagnostic.help)}"


def _excerpt(span: Span, source: str, gutter: str) -> Iterator[str]:
    """The source line, cut around the place when it is long, and the caret under it."""
    start = max(0, span.column - 1 - _WIDEST // 2) if len(source) > _WIDEST else 0
    line = source[start : start + _WIDEST]
    before = line[: span.column - 1 - start]
    # A tab is as wide as the terminal makes it, so the caret line repeats it.
    indent = "".join("\t" if each == "\t" else " " for each in before)
    caret = "^" * max(1, min(span.length, len(line) - len(before)))
    yield f"{gutter} |"
    yield f"{span.line} | {_printable(line)}"
    yield f"{gutter} | {indent}{caret}"


def _printable(line: str) -> str:
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in line)


def _note(note: Note) -> str:
    place = f" ({note.span.file}:{note.span.line}:{note.span.column})" if note.span else ""
    return visible(note.message) + place


def as_json(diagnostics: Sequence[Diagnostic]) -> list[JsonObject]:
    """The form for programs."""
    return [_json(each) for each in diagnostics]


def _json(diagnostic: Diagnostic) -> JsonObject:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "name": page_name(diagnostic.code),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "length": span.length if span else None,
        "pointer": diagnostic.pointer,
        "help": diagnostic.help,
        "notes": [asdict(each) for each in diagnostic.notes],
    }


def github(diagnostic: Diagnostic) -> str:
    """One annotation in the syntax of GitHub's workflow commands."""
    span = diagnostic.span
    place = f"file={_property(span.file)},line={span.line},col={span.column}," if span else ""
    text = diagnostic.message + (f" — {diagnostic.help}" if diagnostic.help else "")
    return f"::{diagnostic.severity} {place}title={diagnostic.code}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
