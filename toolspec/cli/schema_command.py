"""`toolspec schema`: the JSON Schema of the spec language, for editors."""

from __future__ import annotations

import click

from toolspec.cli.output import show_document
from toolspec.language import schema_text


@click.command()
def command() -> None:
    """Print the JSON Schema of the spec language."""
    show_document(schema_text())
