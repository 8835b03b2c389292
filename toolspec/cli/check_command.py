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
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.jsontypes import JsonObject
from toolspec.loading import Loaded
from toolspec.plan import Plan


@click.command()
@click.argument("specs", nargs=-1)
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
def command(specs: tuple[str, ...], strict: bool, form: str) -> None:
    """Check SPECS (by default every *.yaml in ./specs) and say what a run would send."""
    problems = Diagnostics()
    loaded = load_all(spec_paths(specs), problems)
    plans = [(each, _plan(each, problems)) for each in loaded]
    found = [_strict(each) if strict else each for each in problems]
    has_errors = any(each.severity == "error" for each in found)
    if form == "json":
        summaries = [_summary(each, plan) for each, plan in plans]
        print_json({"ok": not has_errors, "diagnostics": rendering.as_json(found), "specs": summaries})
    elif form == "github":
        for each in found:
            click.echo(rendering.github(each), nl=False)
    else:
        print_diagnostics(found)
        _print_text(plans, found)
    sys.exit(2 if has_errors else 0)


def _plan(loaded: Loaded, problems: Diagnostics) -> Plan:
    """The plan of all targets. A variable that is not set is a warning here: `run` needs it, not `check`."""
    unset = Diagnostics()
    targets = select_targets(loaded.spec, (), (), problems)
    resolve_targets(targets, os.environ, loaded.document, unset, needs_keys=True)
    problems.extend(replace(each, severity="warning") for each in unset)
    return Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=targets)


def _strict(diagnostic: Diagnostic) -> Diagnostic:
    return replace(diagnostic, severity="error")


def _summary(loaded: Loaded, plan: Plan) -> JsonObject:
    return {
        "file": loaded.document.file,
        "name": plan.spec.name,
        "version": plan.spec.version,
        "cases": len(plan.cases),
        "targets": [each.name for each in plan.targets],
        "repetitions": plan.spec.run.repetitions,
        "attempts": plan.size,
        "requests_at_most": plan.requests_at_most,
    }


def _print_text(plans: list[tuple[Loaded, Plan]], found: list[Diagnostic]) -> None:
    for loaded, plan in plans:
        spec = plan.spec
        names = ", ".join(each.name for each in plan.targets)
        click.echo(
            f"{loaded.document.file}: {spec.name} {spec.version}, "
            f"{len(spec.tools)} tools, {len(plan.cases)} cases\n"
            f"  would send {plan.size} attempts ({len(plan.cases)} cases x {len(plan.targets)} targets "
            f"x {spec.run.repetitions} repetitions), {plan.requests_at_most} requests at most; targets: {names}"
        )
    errors = sum(each.severity == "error" for each in found)
    if errors or found:
        click.echo(f"{errors} errors, {len(found) - errors} warnings")
    else:
        click.echo("no problems found")
