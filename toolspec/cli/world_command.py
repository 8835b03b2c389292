"""`toolspec world`: the simulated tools of one case, for an agent of your own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import click

from toolspec.cli.hooks import hooks_of
from toolspec.cli.output import say, show
from toolspec.cli.printing import print_diagnostics
from toolspec.cli.run_command import new_folder
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.compiler.expand import attempts
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.doors.session import Session
from toolspec.manifest import Selection
from toolspec.pipeline import RunRequest, make_plan, recording
from toolspec.plan import Plan
from toolspec.runner.journal import ATTEMPTS, in_use
from toolspec.simulated import EXTERNAL, REPLY


@click.command()
@click.argument("spec")
@click.option("--case", "case_id", required=True, help="The case whose tools are served.")
@click.option("--mcp", "door", flag_value="mcp", help="Serve the Model Context Protocol.")
@click.option("--http", "door", flag_value="http", help="Serve plain HTTP with JSON.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port to listen on. Default: a free one.",
)
@click.option("--allow-hooks", is_flag=True, help="Let the Python functions of the spec answer.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Run folder. Default: runs/<date>-<spec>-<hash>.",
)
def command(
    spec: str, case_id: str, door: str | None, port: int, allow_hooks: bool, out: Path | None
) -> None:
    """Serve the tools of one case of SPEC on 127.0.0.1 to an external agent, and keep what it does.

    The address is printed first. The run folder can be graded by `toolspec score` and `toolspec
    gate`, like any other.
    """
    if door is None:
        raise click.UsageError("say how to serve: `--mcp` or `--http`")
    request = _request(spec, case_id, door, out, allows_hooks=allow_hooks)
    asyncio.run(_serve(_door(door), request, port))
    say(f"run folder: {request.folder}")


def _request(
    spec: str, case_id: str, door: str, out: Path | None, *, allows_hooks: bool
) -> RunRequest:
    problems = Diagnostics()
    loaded = load_all(spec_paths((spec,)), problems)
    selection = Selection(cases=(case_id,), targets=(f"{EXTERNAL}:{door}",), repetitions=1)
    made = None
    for each in loaded:
        hooks = hooks_of(each, problems, allows_hooks=allows_hooks)
        plan = make_plan(each, selection, os.environ, problems, needs_keys=False)
        now = datetime.now(UTC)
        folder = out or new_folder(each.spec.name, now)
        if (folder / ATTEMPTS).exists():
            problems.add(in_use(folder))
        if plan is not None and plan.cases[0].until != "done":
            message = f"the case `{case_id}` ends at the first decision; nothing is simulated"
            problems.add(Diagnostic("TS620", message, help="choose one that is run to its end"))
        if plan is not None and door == "mcp" and _offers(plan, REPLY):
            message = f"the tool `{REPLY}` is the one by which an MCP agent speaks to the user"
            problems.add(Diagnostic("TS620", message, help="serve it with `--http`"))
        if plan is not None:
            made = RunRequest(
                loaded=each,
                plan=plan,
                selection=selection,
                folder=folder,
                run_id=folder.resolve().name,
                started=now.isoformat(timespec="seconds"),
                environment=dict(os.environ),
                hooks=hooks,
            )
    print_diagnostics(problems)
    if problems.errors or made is None:
        sys.exit(2)
    return made


def _offers(plan: Plan, tool: str) -> bool:
    return any(each.name == tool for case in plan.cases for each in plan.spec.offered(case))


def _door(name: str) -> ModuleType:
    """The door's module; that of MCP needs a package of its own."""
    from importlib import import_module

    try:
        return import_module(f"toolspec.doors.{name}")
    except ImportError as error:
        message = f"`--mcp` needs the package `{error.name}`"
        help = "install the extra: `toolspec-eval[mcp]`"
        raise SpecError([Diagnostic("TS621", message, help=help)]) from error


async def _serve(door: ModuleType, request: RunRequest, port: int) -> None:
    """Let the agent in until the attempt is over, and keep it."""
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, done.set)
    session = Session(request.plan.spec, next(attempts(request.plan)), request.hooks)
    async with AsyncExitStack() as opened:
        url = await _open(door.serve(session, port, done), opened, port)
        keep = opened.enter_context(recording(request))
        show(f"{url}\n")
        say(f"{door.HOW_TO}; Ctrl-C gives up")
        await done.wait()
        keep(session.trace())
    if session.end is None:
        say("the dialogue was not over: the attempt counts as not run")


async def _open(
    serving: AbstractAsyncContextManager[str], opened: AsyncExitStack, port: int
) -> str:
    try:
        return await opened.enter_async_context(serving)
    except OSError as error:
        message = f"the port {port} cannot be used: {(error.strerror or str(error)).lower()}"
        help = "choose another with `--port`"
        raise SpecError([Diagnostic("TS613", message, help=help)]) from error
