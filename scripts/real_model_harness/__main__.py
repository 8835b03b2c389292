"""The command `scripts/real_model`: prepare, serve, run, print one table."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import click

from scripts.real_model_harness.models import MODELS
from scripts.real_model_harness.preparation import Unavailable, prepare
from scripts.real_model_harness.runs import ADAPTERS, RunFailed, routes, run, write_spec
from scripts.real_model_harness.served_model import SERVE, served
from scripts.real_model_harness.table import markdown

SPEC = Path(__file__).resolve().parents[2] / "specs" / "delivery.yaml"

# As sysexits.h has it for what may go well another time.
UNAVAILABLE = 75


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.argument("spec", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=SPEC)
@click.option("--model", type=click.Choice(list(MODELS)), default="qwen", help="Which weights.")
@click.option(
    "--adapter",
    "adapters",
    multiple=True,
    type=click.Choice(ADAPTERS),
    default=ADAPTERS,
    help="Only this wire format.",
)
@click.option("--repetitions", type=click.IntRange(1, 1000), default=1, help="Attempts per case.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Threads of the server. Fewer are faster while other programs keep the machine busy.",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path),
    default=Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    / "toolspec-real-model",
    help="Where the server and the weights are kept.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder of the runs.  [default: a new one in the cache]",
)
@click.option(
    "--prepare-within",
    type=click.IntRange(min=1),
    default=3600,
    metavar="SECONDS",
    help="Give up when downloading takes longer; the next call goes on from there.",
)
def command(
    spec: Path,
    model: str,
    adapters: tuple[str, ...],
    repetitions: int,
    threads: int,
    cache: Path,
    out: Path | None,
    prepare_within: int,
) -> None:
    """Run SPEC (specs/delivery.yaml) against a real model and print what all runs came to.

    The first call downloads 1.2 GB. Exit code 0: measured, whatever the gate says of the model;
    2: a run broke; 75: the server or the weights cannot be had here.
    """
    weights, ways = MODELS[model], routes(adapters)
    try:
        python, file = prepare(cache, weights, time.monotonic() + prepare_within)
        folder = out or Path(tempfile.mkdtemp(prefix="runs-", dir=cache))
        folder.mkdir(parents=True, exist_ok=True)
        serve = [str(python), str(SERVE), str(file), weights.name, str(threads)]
        with served(serve, folder / "server.log") as address:
            copy = folder / spec.name
            write_spec(spec, copy, weights.name, address, ways, repetitions)
            for way in ways:
                run(copy, way, folder / way.target)
    except Unavailable as reason:
        click.echo(f"no real model here: {reason}", err=True)
        sys.exit(UNAVAILABLE)
    except RunFailed as reason:
        click.echo(str(reason), err=True)
        sys.exit(2)
    click.echo(markdown(folder, [each.target for each in ways]), nl=False)
    click.echo(f"run folders: {folder}", err=True)


def _stop(signum: int, _: object) -> None:
    sys.exit(128 + signum)


if __name__ == "__main__":
    # An exit, unlike the default, leaves every `with` properly: the server and the run are ended.
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    command(prog_name="scripts/real_model")
