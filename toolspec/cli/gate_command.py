"""`toolspec gate`: only the decision on a recorded run, and its exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from toolspec.cli.output import show
from toolspec.cli.score_command import scored
from toolspec.pipeline import REPORTS


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
def command(run: Path) -> None:
    """Decide the gate of RUN: every rule and how it came out, and the verdict."""
    report = scored(run, None)
    show(REPORTS.load("terminal").verdict(report))
    sys.exit(report.decision.exit_code)
