"""A run that can be stopped: the first signal lets attempts in flight end, the second ends all."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable

import click

from toolspec.cli.output import say
from toolspec.cli.progress import progress
from toolspec.pipeline import RunRequest, run
from toolspec.report import Report

_SHOW_CURSOR = "\x1b[?25h"


async def interruptible(request: RunRequest) -> tuple[Report, int]:
    """Run; give the report, and the number of the signal that stopped it or 0."""
    stop = asyncio.Event()
    received: list[int] = []
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, _on_signal(signum, received, stop))
    with progress(request.plan.spec.name, request.plan.size) as shown:
        report = await run(request, on_trace=shown, stop=stop)
    return report, received[0] if received else 0


def _on_signal(signum: int, received: list[int], stop: asyncio.Event) -> Callable[[], None]:
    def handle() -> None:
        if stop.is_set():
            _exit_at_once(128 + signum)
        received.append(signum)
        stop.set()
        say("stopping: attempts in flight end, the rest is not run; again to stop at once")

    return handle


def _exit_at_once(code: int) -> None:
    """End without a last word: every finished attempt is on disk already."""
    if sys.stderr.isatty():
        # The progress bar has hidden it.
        click.echo(_SHOW_CURSOR, err=True, nl=False)
    os._exit(code)
