"""Source files → documents of JSON, and refusals → diagnostics at their places."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from toolspec.diagnostics import Diagnostic, Diagnostics, Note, Span
from toolspec.importers.json_document import json_document, json_lines_document
from toolspec.importers.records import Refusal
from toolspec.reading import SIZE_LIMIT, decode, read_bytes
from toolspec.source import Document

STDIN = "-"


def read_json(name: str, problems: Diagnostics) -> Document | None:
    """Read a file (`-`: stdin) that holds one JSON value; null when `problems` says why not."""
    text = _text(name, problems)
    return None if text is None else json_document(_shown(name), text, problems)


def read_json_lines(name: str, problems: Diagnostics) -> Document | None:
    """Read a file that holds one JSON value a line."""
    text = _text(name, problems)
    return None if text is None else json_lines_document(_shown(name), text, problems)


def report(refusals: Iterable[Refusal], document: Document, problems: Diagnostics) -> None:
    """Report what a reader refused, each at its place in the document."""
    for each in refusals:
        places = () if each.first is None else (each.first,)
        notes = tuple(Note("first given here", document.span(place)) for place in places)
        problems.add(
            document.diagnostic(
                each.code, each.message, each.path, at=each.at, help=each.help, notes=notes
            )
        )


def _text(name: str, problems: Diagnostics) -> str | None:
    try:
        data = sys.stdin.buffer.read(SIZE_LIMIT + 1) if name == STDIN else read_bytes(Path(name))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(_about(name, "TS001", f"the file cannot be read: {reason}"))
        return None
    except ValueError:
        problems.add(_about(name, "TS001", "the file cannot be read: its name is no path"))
        return None
    if len(data) > SIZE_LIMIT:
        message = f"the file has more than {SIZE_LIMIT // 1024 // 1024} MB"
        problems.add(_about(name, "TS002", message))
        return None
    found = Diagnostics()
    text = decode(_shown(name), data, found)
    problems.extend(replace(each, help="a source of `import` is JSON in UTF-8") for each in found)
    return text


def _about(name: str, code: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Span(_shown(name), 1, 1))


def _shown(name: str) -> str:
    return "stdin" if name == STDIN else name
