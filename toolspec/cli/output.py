"""Writing to stdout and stderr. That nobody reads to the end never changes what a command does."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click


def show(text: str) -> None:
    """Print a text for people on stdout; what the console lacks is replaced."""
    _write(text.encode(sys.stdout.encoding, "replace"))


def show_document(text: str) -> None:
    """Print a text on stdout as a file would hold it: in UTF-8, whatever the console."""
    _write(text.encode())


def say(message: str) -> None:
    """Print a line on stderr: progress, or news of what a command does."""
    try:
        click.echo(message, err=True)
    except OSError:
        _give_up(sys.stderr)


def _write(data: bytes) -> None:
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
    except OSError as error:
        _give_up(sys.stdout)
        say(f"error: stdout could not be written: {(error.strerror or str(error)).lower()}")


def _give_up(stream: TextIO) -> None:
    """Let later writes go nowhere, the interpreter's own last flush among them."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
