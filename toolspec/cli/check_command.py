"""`toolspec check`: validate specs and say what a run would send. Needs no key and no network."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click

from toolspec import rendering
from toolspec.cli.printing import print_diagnostics, print_json
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.compiler.environment import resolve_targets
from toolspec.compiler.select import select_targets
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.jsontypes import JsonObject
from toolspec.loading import Loaded
from toolspec.plan import Plan
from toolspec.wording import counted, visible

# A variable that is not set is no mistake of the spec: `run` needs it, `check` does not.
_NEEDED_BY_RUN = frozenset({"TS601", "TS602"})


@click.command()
@click.argument("specs", nargs=-1)
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How to print what is found.",
)
def command(specs: tuple[str, ...], strict: bool, form: str) -> None:
    """Check SPECS (by default every *.yaml in ./specs) and say what a run would send."""
    problems = Diagnostics()
    plans = [(each, _plan(each, problems)) for each in _load(specs, problems)]
    found = [_strict(each) if strict else each for each in problems]
    has_errors = any(each.severity == "error" for each in found)
    if form == "json":
        summaries = [_summary(each, plan) for each, plan in plans]
        diagnostics = rendering.as_json(found)
        print_json({"ok": not has_errors, "diagnostics": diagnostics, "specs": summaries})
    elif form == "github":
        for each in found:
            click.echo(rendering.github(each), nl=False)
    else:
        print_diagnostics(found)
        _print_text(plans, found)
    sys.exit(2 if has_errors else 0)


def _load(specs: tuple[str, ...], problems: Diagnostics) -> tuple[Loaded, ...]:
    """Read the specs. That there is none is a finding like others, so that JSON stays JSON."""
    try:
        paths = spec_paths(specs)
    except SpecError as error:
        problems.extend(error.diagnostics)
        return ()
    return load_all(paths, problems)


def _plan(loaded: Loaded, problems: Diagnostics) -> Plan:
    """The plan of all targets; what only `run` needs is a warning here."""
    unset = Diagnostics()
    targets = select_targets(loaded.spec, (), (), problems)
    resolve_targets(targets, os.environ, loaded.document, unset, needs_keys=True)
    problems.extend(replace(each, severity="warning") for each in unset)
    return Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=targets)


def _strict(diagnostic: Diagnostic) -> Diagnostic:
    if diagnostic.code in _NEEDED_BY_RUN:
        return diagnostic
    return replace(diagnostic, severity="error")


def _summary(loaded: Loaded, plan: Plan) -> JsonObject:
    return {
        "file": loaded.document.file,
        "name": plan.spec.name,
        "version": plan.spec.version,
        "tools": len(plan.spec.tools),
        "cases": len(plan.cases),
        "targets": [each.name for each in plan.targets],
        "repetitions": plan.spec.run.repetitions,
        "attempts": plan.size,
        "requests_at_most": plan.requests_at_most,
    }


def _print_text(plans: list[tuple[Loaded, Plan]], found: list[Diagnostic]) -> None:
    for loaded, plan in plans:
        click.echo(f"{loaded.document.file}: {_outline(plan)}")
    errors = sum(each.severity == "error" for each in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    shown = [counted(count, noun) for count, noun in counts if count]
    click.echo(", ".join(shown) or "no problems found")


def _outline(plan: Plan) -> str:
    spec = plan.spec
    names = ", ".join(each.name for each in plan.targets)
    return (
        f"{spec.name} {visible(spec.version)}: "
        f"{counted(len(spec.tools), 'tool')}, {counted(len(plan.cases), 'case')}\n"
        f"  a run makes {counted(plan.size, 'attempt')}"
        f" ({counted(len(plan.cases), 'case')}"
        f" × {counted(len(plan.targets), 'target')}"
        f" × {counted(spec.run.repetitions, 'repetition')})"
        f" and sends at most {counted(plan.requests_at_most, 'request')} to {names}"
    )
