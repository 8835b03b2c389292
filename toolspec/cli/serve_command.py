"""`toolspec serve`: the simulated model of a spec, for clients of your own."""

from __future__ import annotations

import asyncio
import signal
import sys

import click

from toolspec.cli.printing import print_diagnostics
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.models import MUTANTS
from toolspec.models.server import SimulatedModel, serve
from toolspec.simulated import REFERENCE
from toolspec.wording import did_you_mean


@click.command()
@click.argument("spec")
@click.option("--mutant", help="Serve this bad model instead of the reference.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port to listen on. Default: a free one.",
)
def command(spec: str, mutant: str | None, port: int) -> None:
    """Serve the simulated model of SPEC on 127.0.0.1 until interrupted.

    It speaks every wire format. The base URL for `openai_chat` is printed first; that of another
    adapter or profile is the same host with its name as the path, such as `/mistral`.
    """
    problems = Diagnostics()
    loaded = load_all(spec_paths((spec,)), problems)
    if mutant is not None and mutant not in MUTANTS.names:
        problems.add(
            Diagnostic(
                "TS606", f"no mutant is named `{mutant}`", help=did_you_mean(mutant, MUTANTS.names)
            )
        )
    print_diagnostics(problems)
    if problems.errors:
        sys.exit(2)
    try:
        asyncio.run(_serve(SimulatedModel(loaded[0].spec, mutant or REFERENCE), port))
    except OSError as error:
        message = f"the port {port} cannot be used: {(error.strerror or str(error)).lower()}"
        raise SpecError(
            [Diagnostic("TS613", message, help="choose another with `--port`")]
        ) from error


async def _serve(model: SimulatedModel, port: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, stop.set)
    async with serve(model, port) as url:
        click.echo(f"{url}/v1")
        await stop.wait()
