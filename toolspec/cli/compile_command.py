"""`toolspec compile`: the payloads of a spec as files, and the contract they carry."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from toolspec.cli.printing import print_diagnostics
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.manifest import Selection
from toolspec.payloads import payload_files
from toolspec.pipeline import make_plan
from toolspec.wording import counted


@click.command()
@click.argument("spec")
@click.option("--target", "targets", multiple=True, help="Only this target.")
@click.option("--case", "cases", multiple=True, help="Only this case.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
def command(spec: str, targets: tuple[str, ...], cases: tuple[str, ...], out: Path) -> None:
    """Write one JSON payload a request of SPEC to a folder, and contract.json. Needs no key."""
    problems = Diagnostics()
    plan = None
    for loaded in load_all(spec_paths((spec,)), problems):
        selection = Selection(cases=cases, targets=targets)
        plan = make_plan(loaded, selection, os.environ, problems, needs_keys=False)
    print_diagnostics(problems)
    if plan is None:
        sys.exit(2)
    try:
        count = _write(payload_files(plan), out)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SpecError([Diagnostic("TS608", f"`{out}` cannot be written: {reason}")]) from error
    click.echo(f"{counted(count, 'file')} written to {out}", err=True)


def _write(files: Iterable[tuple[str, str]], folder: Path) -> int:
    count = 0
    made: set[Path] = set()
    for name, text in files:
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_text(text, encoding="utf-8", newline="")
        count += 1
    return count
