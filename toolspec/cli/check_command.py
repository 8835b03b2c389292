"""`toolspec check`: validate specs and say what a run would send. Needs no key and no network."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace

import click

from toolspec import rendering
from toolspec.cli.contract_matrix import contract_matrix
from toolspec.cli.printing import print_diagnostics, print_json
from toolspec.cli.spec_files import load_all, spec_paths
from toolspec.compiler.environment import resolve_targets
from toolspec.compiler.select import select_targets, simulated_target
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.jsontypes import JsonObject
from toolspec.loading import Loaded
from toolspec.plan import Plan
from toolspec.proof import Proof, proofs_as_json, prove, report_breaches
from toolspec.rehearsal import rehearse
from toolspec.simulated import REFERENCE
from toolspec.wire_formats import WIRE_FORMATS
from toolspec.wording import counted, visible

# A variable that is not set is no mistake of the spec: `run` needs it, `check` does not.
_NEEDED_BY_RUN = frozenset({"TS601", "TS602"})


@dataclass(frozen=True, slots=True)
class _Checked:
    """A sound spec, what a run of it would do, and the proofs of its payloads."""

    file: str
    plan: Plan
    proofs: tuple[Proof, ...]


@click.command()
@click.argument("specs", nargs=-1)
@click.option(
    "--adapter",
    "adapters",
    type=click.Choice(["all", *WIRE_FORMATS.names]),
    metavar="NAME|all",
    help="Check the contract in this wire format instead of those of the targets.",
)
@click.option(
    "--losses",
    is_flag=True,
    help="Show every part of the contract that is lost, and changed names.",
)
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How to print what is found.",
)
def command(
    specs: tuple[str, ...], adapters: str | None, losses: bool, strict: bool, form: str
) -> None:
    """Check SPECS (by default every *.yaml in ./specs) and say what a run would send."""
    problems = Diagnostics()
    checked = [_check(each, adapters, problems) for each in _load(specs, problems)]
    found = [_strict(each) if strict else each for each in problems]
    has_errors = any(each.severity == "error" for each in found)
    if form == "json":
        summaries = [_summary(each) for each in checked]
        diagnostics = rendering.as_json(found)
        print_json({"ok": not has_errors, "diagnostics": diagnostics, "specs": summaries})
    elif form == "github":
        for each in found:
            click.echo(rendering.github(each), nl=False)
    else:
        print_diagnostics(found)
        _print_text(checked, found, shows_losses=losses, is_of_targets=adapters is None)
    sys.exit(2 if has_errors else 0)


def _load(specs: tuple[str, ...], problems: Diagnostics) -> tuple[Loaded, ...]:
    """Read the specs. That there is none is a finding like others, so that JSON stays JSON."""
    try:
        paths = spec_paths(specs)
    except SpecError as error:
        problems.extend(error.diagnostics)
        return ()
    return load_all(paths, problems)


def _check(loaded: Loaded, adapters: str | None, problems: Diagnostics) -> _Checked:
    plan = _plan(loaded, adapters, problems)
    proofs = prove(plan)
    report_breaches(proofs, plan.spec, loaded.document, problems)
    rehearse(plan.spec, plan.cases, loaded.document, problems)
    return _Checked(loaded.document.file, plan, proofs)


def _plan(loaded: Loaded, adapters: str | None, problems: Diagnostics) -> Plan:
    """The plan of all targets; what only `run` needs is a warning here."""
    unset = Diagnostics()
    targets = select_targets(loaded.spec, (), (), problems)
    resolve_targets(targets, os.environ, loaded.document, unset, needs_keys=True)
    problems.extend(replace(each, severity="warning") for each in unset)
    if adapters is not None:
        names = WIRE_FORMATS.names if adapters == "all" else (adapters,)
        targets = tuple(simulated_target(each, REFERENCE) for each in names)
        targets = tuple(replace(each, adapter=each.name) for each in targets)
    return Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=targets)


def _strict(diagnostic: Diagnostic) -> Diagnostic:
    if diagnostic.code in _NEEDED_BY_RUN:
        return diagnostic
    return replace(diagnostic, severity="error")


def _summary(checked: _Checked) -> JsonObject:
    plan = checked.plan
    return {
        "file": checked.file,
        "name": plan.spec.name,
        "version": plan.spec.version,
        "tools": len(plan.spec.tools),
        "cases": len(plan.cases),
        "targets": [each.name for each in plan.targets],
        "repetitions": plan.spec.run.repetitions,
        "attempts": plan.size,
        "requests_at_most": plan.requests_at_most,
        "contracts": proofs_as_json(checked.proofs),
    }


def _print_text(
    checked: list[_Checked], found: list[Diagnostic], *, shows_losses: bool, is_of_targets: bool
) -> None:
    for each in checked:
        click.echo(f"{each.file}: {_outline(each.plan)}")
        if is_of_targets:
            click.echo(_run_line(each.plan))
        for line in contract_matrix(each.proofs):
            click.echo(f"  {line}")
        for proof in each.proofs if shows_losses else ():
            for line in proof.loss_lines():
                click.echo(f"    {visible(proof.name)}: {line}")
    errors = sum(each.severity == "error" for each in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    shown = [counted(count, noun) for count, noun in counts if count]
    click.echo(", ".join(shown) or "no problems found")


def _outline(plan: Plan) -> str:
    spec = plan.spec
    return (
        f"{spec.name} {visible(spec.version)}: "
        f"{counted(len(spec.tools), 'tool')}, {counted(len(plan.cases), 'case')}"
    )


def _run_line(plan: Plan) -> str:
    spec = plan.spec
    variants = f" × {counted(len(plan.variants), 'variant')}" if len(plan.variants) > 1 else ""
    names = ", ".join(each.name for each in plan.targets)
    return (
        f"  a run makes {counted(plan.size, 'attempt')}"
        f" ({counted(len(plan.cases), 'case')}"
        f" × {counted(len(plan.targets), 'target')}{variants}"
        f" × {counted(spec.run.repetitions, 'repetition')})"
        f" and sends at most {counted(plan.requests_at_most, 'request')} to {names}"
    )
