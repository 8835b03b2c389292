"""`toolspec explain`: the page of a code, or what a finding, metric, matcher, mutant or adapter is."""

from __future__ import annotations

import inspect
import sys

import click

from toolspec.catalog import Catalog
from toolspec.findings import FINDINGS
from toolspec.loading import ADAPTERS
from toolspec.matchers import MATCHERS
from toolspec.metrics import METRICS
from toolspec.models import MUTANTS
from toolspec.pages import codes, page
from toolspec.wording import did_you_mean

_CATALOGS = {"metric": METRICS, "matcher": MATCHERS, "check": Catalog("check", "toolspec.text_checks"), "mutant": MUTANTS, "adapter": ADAPTERS}


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Explain NAME: a code such as TS202, a finding, a metric, a matcher, a mutant or an adapter.

    `codes`, `findings`, `metrics`, `matchers`, `mutants` and `adapters` list what there is.
    """
    text = _listing(name) or page(name.upper()) or _finding(name) or _plugin(name)
    if text is None:
        known = [*codes(), *FINDINGS, *(each for catalog in _CATALOGS.values() for each in catalog.names)]
        click.echo(f"error: nothing is named `{name}`; {did_you_mean(name, known)}", err=True)
        sys.exit(2)
    click.echo(text.rstrip("\n"))


def _listing(name: str) -> str | None:
    lists = {f"{kind}s": catalog.names for kind, catalog in _CATALOGS.items()}
    lists |= {"codes": codes(), "findings": tuple(FINDINGS)}
    return "\n".join(lists[name]) if name in lists else None


def _finding(name: str) -> str | None:
    kind = FINDINGS.get(name)
    if kind is None:
        return None
    return f"{name}: {kind.meaning}\n\nlayer {kind.layer}, class {kind.classification}, severity {kind.severity}"


def _plugin(name: str) -> str | None:
    plain = name.removeprefix("$").removeprefix("mutant:")
    for kind, catalog in _CATALOGS.items():
        if plain in catalog.names:
            return f"{kind} {plain}: {_documentation(catalog, plain)}"
    return None


def _documentation(catalog: Catalog, name: str) -> str:
    return inspect.getdoc(catalog.load(name)) or ""
