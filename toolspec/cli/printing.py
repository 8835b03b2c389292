"""Printing of diagnostics and of JSON, shared by the commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

import click

from toolspec import rendering
from toolspec.diagnostics import Diagnostic
from toolspec.jsontypes import Json


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print problems for people, on stderr."""
    for each in diagnostics:
        click.echo(rendering.full(each), err=True)


def print_json(document: Json) -> None:
    """Print one JSON document on stdout and nothing else.

    Letters stay letters; where stdout cannot carry them all of them are escaped, and none is lost.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    if not _can_carry(sys.stdout.encoding, text):
        text = json.dumps(document, indent=2, allow_nan=False)
    click.echo(text)


def _can_carry(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
