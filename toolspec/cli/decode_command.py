"""`toolspec decode`: the canonical decision of one raw response, as JSON."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from toolspec.catalog import UnknownPlugin
from toolspec.cli.printing import print_json
from toolspec.diagnostics import Diagnostic, SpecError
from toolspec.jsontypes import JsonObject
from toolspec.provider import Reply
from toolspec.records import decision_to_json, parse_body
from toolspec.trace import Decision, TransportError
from toolspec.wire_formats import WIRE_FORMATS
from toolspec.wording import did_you_mean


@click.command()
@click.option("--adapter", "name", required=True, help="Wire format of the response.")
@click.option(
    "--status",
    type=click.IntRange(100, 599),
    default=200,
    show_default=True,
    help="HTTP status it came with.",
)
@click.argument("source", type=click.Path(allow_dash=True))
def command(name: str, status: int, source: str) -> None:
    """Read one raw response body from SOURCE (a file, or - for stdin) and print its decision.

    The declared tools are unknown here, so no call is called unknown.
    """
    try:
        adapter = WIRE_FORMATS.load(name).adapter
    except UnknownPlugin as error:
        help = did_you_mean(name, error.known)
        raise SpecError(
            [Diagnostic("TS202", f"no adapter is named `{name}`", help=help)]
        ) from error
    body, is_json = parse_body(_read(source))
    lifted = adapter.lift(Reply(status=status, body=body, is_json=is_json), None)
    print_json(_as_json(lifted))


def _read(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SpecError([Diagnostic("TS001", f"`{source}` cannot be read: {reason}")]) from error


def _as_json(lifted: Decision | TransportError) -> JsonObject:
    if isinstance(lifted, Decision):
        return decision_to_json(lifted)
    return {
        "kind": "provider_error",
        "reason": lifted.kind,
        "text": lifted.message,
        "calls": [],
        "finish": None,
        "usage": None,
        "anomalies": [],
        "status": lifted.status,
        "retryable": lifted.retryable,
        "retry_after_s": lifted.retry_after_s,
    }
