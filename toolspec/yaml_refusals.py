"""What libyaml refuses, in an author's words; and the characters that are refused before it."""

from __future__ import annotations

import re
from typing import Any

import yaml

from toolspec.diagnostics import Diagnostic, Note, Span
from toolspec.source import Document

# Line breaks of YAML 1.1 that are letters like any other in YAML 1.2 and in every editor: libyaml
# would fold them into other text without a word. Written as escapes they mean what they are.
_OLD_BREAKS = ("\u0085", "\u2028", "\u2029")

_HELP = {
    "mapping values are not allowed in this context": "quote a text that holds `: `",
    "found character that cannot start any token": "quote a text that begins with `@`, `%` or a"
    " backquote",
    "found invalid Unicode character escape code": "write the character itself, or `\\U` and eight"
    " digits for one beyond U+FFFF",
    "did not find expected ',' or '}'": "close it with `}`, or quote a text that holds `: ` or `,`",
    "did not find expected ',' or ']'": "close it with `]`, or quote a text that holds `,`",
    "found unexpected end of stream": "close the quotation mark",
    "found unknown escape character": "write `\\\\` for a backslash, or use single quotes",
}

# YAML 1.2.2, 5.1: the printable characters.
_FORBIDDEN = re.compile(
    "[^\t\n\r\u0085\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def refused_character(document: Document) -> Diagnostic | None:
    """The first character that libyaml would read as something else than is seen, if any."""
    text = document.text
    places = [text.find(each) for each in _OLD_BREAKS] + [_inner_mark(text)]
    found = min((each for each in places if each >= 0), default=-1)
    if found < 0:
        return None
    code = ord(text[found])
    if code == 0xFEFF:
        message = "the character U+FEFF (a byte order mark) stands at the start of this line"
        return _at(document, found, message, help="remove it; it is invisible in most editors")
    message = f"the character U+{code:04X} is a line break to some YAML readers and not to others"
    help = f'use an ordinary line break, or write "\\u{code:04x}" in double quotes'
    return _at(document, found, message, help=help)


def _inner_mark(text: str) -> int:
    """Where a line begins with a byte order mark, which libyaml skips without a word; or -1."""
    found = re.search("^\ufeff", text, re.MULTILINE) if "\ufeff" in text else None
    return found.start() if found else -1


def forbidden_character(document: Document) -> Diagnostic:
    """The first character that YAML does not allow at all."""
    found = _FORBIDDEN.search(document.text)
    where = found.start() if found else 0
    name = f"U+{ord(found[0]):04X}" if found else "of this file"
    message = f"the character {name} is not allowed in YAML"
    return _at(
        document, where, message, help="remove it, or write it as an escape in double quotes"
    )


def syntax_error(document: Document, error: yaml.MarkedYAMLError) -> Diagnostic:
    """What the parser refused; tab indentation by its own name."""
    mark: Any = error.problem_mark or error.context_mark
    is_past_the_text = not any(document.lines[mark.line :]) and error.context_mark is not None
    if is_past_the_text:
        # The end of the file shows nothing; what is still open there does.
        mark = error.context_mark
    line = min(mark.line, len(document.lines) - 1)
    source = document.lines[line]
    indent = source[: len(source) - len(source.lstrip(" \t"))]
    if "\t" in indent:
        return document.diagnostic_at(
            "TS006",
            "a tab character indents this line; YAML takes spaces only",
            Span(document.file, line + 1, indent.index("\t") + 1),
            help="replace the tab with spaces",
        )
    return document.diagnostic_at(
        "TS005",
        f"the YAML cannot be read: {error.problem or error.context}",
        Span(document.file, line + 1, min(mark.column, len(source)) + 1),
        help=_HELP.get(error.problem or ""),
        notes=() if is_past_the_text else _context(document, error),
    )


def _context(document: Document, error: yaml.MarkedYAMLError) -> tuple[Note, ...]:
    """Where what could not be read begins."""
    if not error.context or error.context_mark is None:
        return ()
    mark = error.context_mark
    return (Note(error.context, Span(document.file, mark.line + 1, mark.column + 1)),)


def _at(document: Document, offset: int, message: str, *, help: str) -> Diagnostic:
    """A diagnostic at a character; no source line, as the character cannot be seen in it."""
    before = re.split(r"\r\n|\r|\n", document.text[:offset])
    span = Span(document.file, len(before), len(before[-1]) + 1)
    return document.diagnostic_at("TS005", message, span, help=help)
