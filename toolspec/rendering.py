"""Diagnostics as text: the full form with a caret, JSON, and GitHub annotations. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from toolspec.diagnostics import Diagnostic, Note, Span
from toolspec.jsontypes import JsonObject
from toolspec.pages import page_name
from toolspec.wording import visible

# Characters of a source line that are shown at most.
_WIDEST = 120


def full(diagnostic: Diagnostic) -> str:
    """The form for people: message, place, source line with a caret, notes and help."""
    return "\n".join(_full(diagnostic)) + "\n"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes (Unicode annex 11)."""
    shown = (each for each in text if unicodedata.category(each) not in ("Mn", "Me"))
    return sum(2 if unicodedata.east_asian_width(each) in ("W", "F") else 1 for each in shown)


def _full(diagnostic: Diagnostic) -> Iterator[str]:
    yield f"{diagnostic.severity}[{diagnostic.code}]: {visible(diagnostic.message)}"
    span = diagnostic.span
    gutter = " " * (len(str(span.line)) if span else 1)
    if span is not None:
        yield f"{gutter}--> {_place(span)}"
        if diagnostic.source:
            yield from _excerpt(span, diagnostic.source, gutter)
    for note in diagnostic.notes:
        yield f"{gutter} = note: {_note(note)}"
    if diagnostic.help:
        yield f"{gutter} = help: {visible(diagnostic.help)}"


def _place(span: Span) -> str:
    return f"{visible(span.file)}:{span.line}:{span.column}"


def _note(note: Note) -> str:
    return visible(note.message) + (f" ({_place(note.span)})" if note.span else "")


def _excerpt(span: Span, source: str, gutter: str) -> Iterator[str]:
    """The source line, cut around the place when it is long, and the carets under the place."""
    line, offset = _cut(_printable(source), span.column - 1)
    marked = line[offset : offset + span.length]
    # A tab is as wide as the terminal makes it, so the line of the carets repeats it.
    indent = "".join("\t" if each == "\t" else " " * columns(each) for each in line[:offset])
    yield f"{gutter} |"
    yield f"{span.line} | {line}"
    yield f"{gutter} | {indent}{'^' * max(1, columns(marked))}"


def _cut(source: str, offset: int) -> tuple[str, int]:
    """The part of a line that is shown, and the offset of the place in it."""
    start = max(0, min(offset - _WIDEST // 2, len(source) - _WIDEST))
    end = start + _WIDEST
    before, after = ("…" if start else ""), ("…" if end < len(source) else "")
    return before + source[start:end] + after, offset - start + len(before)


def _printable(line: str) -> str:
    """The line with a sign in place of each character that would not show, or do worse."""
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in line)


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
    title = " ".join(filter(None, (diagnostic.code, page_name(diagnostic.code))))
    text = diagnostic.message + (f" — {diagnostic.help}" if diagnostic.help else "")
    return f"::{diagnostic.severity} {place}title={_property(title)}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
