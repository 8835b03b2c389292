"""`toolspec schema`: the JSON Schema of the spec language, for editors."""

from __future__ import annotations

import click

from toolspec.language import schema_text


@click.command()
def command() -> None:
    """Print the JSON Schema of the spec language."""
    click.echo(schema_text(), nl=False)
