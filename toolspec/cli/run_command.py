"""`toolspec run`: make the attempts of specs, score them, write the run folder, exit with the gate."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from toolspec.cli.printing import print_diagnostics
from toolspec.cli.progress import progress
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.diagnostics import Diagnostics
from toolspec.loading import Loaded
from toolspec.manifest import Selection
from toolspec.pipeline import REPORTS, RunRequest, make_plan, run
from toolspec.plan import Plan
from toolspec.report import Report

# How bad an exit code is, worst first, when several specs are run.
_WORST_FIRST = (143, 130, 2, 1, 3, 0)


@click.command()
@click.argument("specs", nargs=-1)
@click.option("--target", "targets", multiple=True, help="Run this target; `reference` and `mutant:NAME` are built in.")
@click.option("--case", "cases", multiple=True, help="Run this case.")
@click.option("--tag", "tags", multiple=True, help="Run the cases with this tag.")
@click.option("--repetitions", type=click.IntRange(1, 10000), help="Attempts per case and target.")
@click.option("--parallelism", type=click.IntRange(1, 1024), help="Requests in flight at most.")
@click.option("--out", type=click.Path(path_type=Path), help="Run folder. Default: runs/<date>-<spec>-<hash>.")
def command(
    specs: tuple[str, ...],
    targets: tuple[str, ...],
    cases: tuple[str, ...],
    tags: tuple[str, ...],
    repetitions: int | None,
    parallelism: int | None,
    out: Path | None,
) -> None:
    """Run SPECS (by default every *.yaml in ./specs) against their targets.

    Without targets in the spec the built-in simulated model answers.
    """
    problems = Diagnostics()
    loaded = load_all(spec_paths(specs), problems)
    selection = Selection(cases=cases, tags=tags, targets=targets, repetitions=repetitions, parallelism=parallelism)
    plans = _plans(loaded, selection, problems)
    print_diagnostics(problems)
    if problems.errors:
        click.echo("nothing was sent", err=True)
        sys.exit(2)
    codes = []
    for each, plan in plans:
        folder = out if out is None or len(plans) == 1 else out / plan.spec.name
        codes.append(_run_one(each, plan, selection, folder))
        if codes[-1] in (130, 143):
            break
    sys.exit(min(codes, key=_WORST_FIRST.index))


def _plans(loaded: tuple[Loaded, ...], selection: Selection, problems: Diagnostics) -> list[tuple[Loaded, Plan]]:
    """The plans of all specs. Among several specs, one in which nothing is selected is left out."""
    plans: list[tuple[Loaded, Plan]] = []
    empty = Diagnostics()
    for each in loaded:
        own = Diagnostics()
        plan = make_plan(each, selection, os.environ, own, needs_keys=True)
        selects_nothing = bool(own.errors) and all(one.code == "TS605" for one in own.errors)
        (empty if selects_nothing else problems).extend(own)
        if plan is not None:
            plans.append((each, plan))
    if not plans:
        problems.extend(empty)
    return plans


def _run_one(loaded: Loaded, plan: Plan, selection: Selection, out: Path | None) -> int:
    now = datetime.now(UTC)
    run_id, folder = (out.name, out) if out is not None else _new_folder(plan, now)
    request = RunRequest(
        loaded=loaded,
        plan=plan,
        selection=selection,
        folder=folder,
        run_id=run_id,
        started=now.isoformat(timespec="seconds"),
        environment=dict(os.environ),
    )
    report, signum = asyncio.run(_interruptible(request))
    click.echo(REPORTS.load("terminal").render(report), nl=False)
    click.echo(f"run folder: {folder}", err=True)
    return 128 + signum if report.is_interrupted else report.decision.exit_code


def _new_folder(plan: Plan, now: datetime) -> tuple[str, Path]:
    salt = f"{plan.spec.name}{time.time_ns()}{os.getpid()}"
    run_id = f"{now:%Y%m%d-%H%M%S}-{plan.spec.name}-{hashlib.sha256(salt.encode()).hexdigest()[:8]}"
    return run_id, Path("runs") / run_id


async def _interruptible(request: RunRequest) -> tuple[Report, int]:
    """Run until done or told to stop: the first signal lets attempts in flight end, the second ends all."""
    stop = asyncio.Event()
    received: list[int] = []

    def on_signal(signum: int) -> None:
        received.append(signum)
        if stop.is_set():
            # Every finished attempt is on disk already; nothing is left to be flushed.
            os._exit(128 + signum)
        stop.set()
        click.echo("stopping: attempts in flight end, the rest is not run; again to stop at once", err=True)

    loop = asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, on_signal, signum)
    with progress(request.plan.spec.name, request.plan.size) as shown:
        report = await run(request, on_trace=shown, stop=stop)
    return report, received[0] if received else 0
