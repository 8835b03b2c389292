"""`toolspec score`: grades and metrics again, from the journal, without network."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from toolspec.cli.output import show, show_document
from toolspec.cli.printing import print_diagnostics
from toolspec.diagnostics import Diagnostics
from toolspec.pipeline import REPORTS, score, write_reports
from toolspec.report import Report


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--spec",
    "spec",
    type=click.Path(path_type=Path),
    help="Score by this spec instead of the recorded one.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(run: Path, spec: Path | None, form: str) -> None:
    """Score RUN again by its recorded spec, and write its reports anew.

    With --spec the result is only printed: changed expectations are graded anew, cases whose prompt
    or tools changed are not comparable, and cases without a recording are not run.
    """
    report = scored(run, spec)
    if spec is None:
        write_reports(report, run)
    if form == "json":
        show_document(REPORTS.load("summary_json").render(report))
    else:
        show(REPORTS.load("terminal").render(report))
    sys.exit(report.decision.exit_code)


def scored(run: Path, spec: Path | None) -> Report:
    """Score a run folder, or print what is wrong and exit 2."""
    problems = Diagnostics()
    report = score(run, spec, os.environ, problems)
    print_diagnostics(problems)
    if report is None:
        sys.exit(2)
    return report
