"""Printing of diagnostics, shared by the commands."""

from __future__ import annotations

import json
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
    """Print one JSON document on stdout and nothing else; letters stay letters."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False))
