"""`toolspec run`: make the attempts of specs, score them, keep the run, exit with the gate."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from toolspec.cli.hooks import hooks_of
from toolspec.cli.interrupt import interruptible
from toolspec.cli.output import say, show
from toolspec.cli.printing import print_diagnostics
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.loading import Loaded
from toolspec.manifest import Selection
from toolspec.pipeline import REPORTS, RunRequest, make_plan
from toolspec.runner.journal import ATTEMPTS, in_use
from toolspec.spec import ToolMode
from toolspec.wire_formats import WIRE_FORMATS

# How bad an exit code is, worst first, when several specs are run.
_WORST_FIRST = (143, 130, 2, 1, 3, 0)


@click.command()
@click.argument("specs", nargs=-1)
@click.option(
    "--target",
    "targets",
    multiple=True,
    help="Run this target; `reference` and `mutant:NAME` are built in.",
)
@click.option("--case", "cases", multiple=True, help="Run this case.")
@click.option("--tag", "tags", multiple=True, help="Run the cases with this tag.")
@click.option("--repetitions", type=click.IntRange(1, 10000), help="Attempts per case and target.")
@click.option("--parallelism", type=click.IntRange(1, 1024), help="Requests in flight at most.")
@click.option(
    "--adapter",
    type=click.Choice(WIRE_FORMATS.names),
    metavar="NAME",
    help="Wire format in which the built-in models are spoken to. Default: openai_chat.",
)
@click.option(
    "--tool-mode",
    type=click.Choice(["native", "json_text"]),
    help="How the built-in models are offered their tools. Default: native.",
)
@click.option(
    "--allow-hooks",
    is_flag=True,
    help="Let the Python functions that a spec names answer for its tools: this runs their code.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Run folder. Default: runs/<date>-<spec>-<hash>.",
)
def command(
    specs: tuple[str, ...],
    targets: tuple[str, ...],
    cases: tuple[str, ...],
    tags: tuple[str, ...],
    repetitions: int | None,
    parallelism: int | None,
    adapter: str | None,
    tool_mode: ToolMode | None,
    allow_hooks: bool,
    out: Path | None,
) -> None:
    """Run SPECS (by default every *.yaml in ./specs) against their targets.

    Without targets in the spec the built-in simulated model answers.
    """
    problems = Diagnostics()
    selection = Selection(
        cases=cases,
        tags=tags,
        targets=targets,
        repetitions=repetitions,
        parallelism=parallelism,
        adapter=adapter,
        tool_mode=tool_mode,
    )
    loaded = load_all(spec_paths(specs), problems)
    requests = _requests(loaded, selection, out, problems, allows_hooks=allow_hooks)
    print_diagnostics(problems)
    if problems.errors:
        say("nothing was sent")
        sys.exit(2)
    codes = []
    for request in requests:
        codes.append(_run_one(request))
        if codes[-1] in (130, 143):
            break
    sys.exit(min(codes, key=_WORST_FIRST.index))


def _requests(
    loaded: Iterable[Loaded],
    selection: Selection,
    out: Path | None,
    problems: Diagnostics,
    *,
    allows_hooks: bool,
) -> list[RunRequest]:
    """The runs of all specs. Among several specs, one in which nothing is selected is left out."""
    environment = dict(os.environ)
    requests: list[RunRequest] = []
    empty = Diagnostics()
    for each in loaded:
        own = Diagnostics()
        hooks = hooks_of(each, own, allows_hooks=allows_hooks)
        plan = make_plan(each, selection, environment, own, needs_keys=True, hooks=hooks)
        selects_nothing = bool(own.errors) and all(one.code == "TS605" for one in own.errors)
        (empty if selects_nothing else problems).extend(own)
        if plan is not None:
            now = datetime.now(UTC)
            request = RunRequest(
                loaded=each,
                plan=plan,
                selection=selection,
                folder=new_folder(plan.spec.name, now),
                run_id="",
                started=now.isoformat(timespec="seconds"),
                environment=environment,
                hooks=hooks,
            )
            requests.append(request)
    if not requests:
        problems.extend(empty)
    return _with_folders(requests, out, problems)


def _with_folders(
    requests: list[RunRequest], out: Path | None, problems: Diagnostics
) -> list[RunRequest]:
    """Give each run its folder; one that is taken is refused before anything is sent."""
    if out is not None and len(requests) == 1:
        requests = [replace(requests[0], folder=out)]
    elif out is not None:
        requests = [replace(each, folder=out / each.plan.spec.name) for each in requests]
    folders = [each.folder for each in requests]
    for folder in dict.fromkeys(folders):
        if folders.count(folder) > 1:
            message = f"two of the specs would write to `{folder}`"
            problems.add(Diagnostic("TS607", message, help="run them one by one"))
        elif (folder / ATTEMPTS).exists():
            problems.add(in_use(folder))
    return [replace(each, run_id=each.folder.resolve().name) for each in requests]


def new_folder(spec_name: str, now: datetime) -> Path:
    """A run folder that no other run has."""
    salt = f"{spec_name}{time.time_ns()}{os.getpid()}"
    short_hash = hashlib.sha256(salt.encode()).hexdigest()[:8]
    return Path("runs") / f"{now:%Y%m%d-%H%M%S}-{spec_name}-{short_hash}"


def _run_one(request: RunRequest) -> int:
    report, signum = asyncio.run(interruptible(request))
    show(REPORTS.load("terminal").render(report))
    say(f"run folder: {request.folder}")
    return 128 + signum if report.is_interrupted else report.decision.exit_code
