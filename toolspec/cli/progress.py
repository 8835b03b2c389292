"""Signs of life on stderr: a bar on a terminal, a short line each tenth elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from toolspec.cli.output import say
from toolspec.results import Verdict
from toolspec.trace import Trace


class Progress(Protocol):
    """Is told of each finished attempt."""

    def __call__(self, trace: Trace, verdict: Verdict | None) -> None:
        """Count one attempt."""


@contextmanager
def progress(name: str, total: int) -> Iterator[Progress]:
    """Show the progress of one run."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with _bar(name, total) as shown:
            yield shown
    else:
        yield _Lines(name, total)


class _Counts:
    """How the attempts came out so far."""

    def __init__(self) -> None:
        self.done = self.failed = self.faults = 0

    def add(self, trace: Trace, verdict: Verdict | None) -> None:
        self.done += 1
        self.failed += verdict is not None and verdict.outcome == "fail"
        self.faults += trace.status == "infra_error"

    def __str__(self) -> str:
        return f"{self.failed} failed, {self.faults} infrastructure errors"


class _Lines:
    def __init__(self, name: str, total: int) -> None:
        self._name = name
        self._total = total
        self._counts = _Counts()

    def __call__(self, trace: Trace, verdict: Verdict | None) -> None:
        counts = self._counts
        before = counts.done * 10 // self._total
        counts.add(trace, verdict)
        if counts.done * 10 // self._total > before:
            say(f"{self._name}: {counts.done} of {self._total} attempts, {counts}")


@contextmanager
def _bar(name: str, total: int) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    counts = _Counts()
    columns = (
        TextColumn(name),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[counts]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total, counts=str(counts))

        def shown(trace: Trace, verdict: Verdict | None) -> None:
            counts.add(trace, verdict)
            bar.update(task, advance=1, counts=str(counts))

        yield shown
