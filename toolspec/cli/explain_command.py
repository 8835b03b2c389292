"""`toolspec explain`: the page of a code, or what a finding, metric, matcher or other plugin is."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import click

from toolspec.catalog import Catalog
from toolspec.findings import FINDINGS
from toolspec.matchers import MATCHERS
from toolspec.metrics import METRICS
from toolspec.models import MUTANTS
from toolspec.pages import code_named, codes, page, page_name
from toolspec.text_checks import TEXT_CHECKS
from toolspec.wire_formats import WIRE_FORMATS
from toolspec.wording import nearest, visible

_CATALOGS: dict[str, Catalog] = {
    "metric": METRICS,
    "matcher": MATCHERS,
    "check": TEXT_CHECKS,
    "mutant": MUTANTS,
}
# How a name of the kind is written in a spec or on the command line.
_PREFIXES = {"matcher": "$", "mutant": "mutant:"}


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Explain NAME: a code such as TS202, a finding, a metric, a matcher, a mutant or an adapter.

    A name of several things explains each. `codes`, `findings`, `metrics`, `matchers`, `checks` (on
    replies), `mutants` and `adapters` list what there is.
    """
    text = _listing(name) or "\n".join(_entries(name))
    if not text:
        click.echo(f"error: nothing is named `{visible(name)}`; {_hint(name)}", err=True)
        sys.exit(2)
    click.echo(text.rstrip("\n"))


def _listing(name: str) -> str | None:
    """The things of one kind, one a line: the name and the first line about it."""
    rows: dict[str, str] = {}
    if name == "codes":
        rows = {code: page_name(code) or "" for code in codes()}
    elif name == "findings":
        rows = {code: kind.meaning for code, kind in FINDINGS.items()}
    elif name.removesuffix("s") in _CATALOGS and name.endswith("s"):
        kind = name.removesuffix("s")
        catalog, prefix = _CATALOGS[kind], _PREFIXES.get(kind, "")
        rows = {prefix + each: _summary(catalog.load(each)) for each in catalog.names}
    elif name == "adapters":
        rows = {each: WIRE_FORMATS.load(each).dialect.title for each in WIRE_FORMATS.names}
    width = max(map(len, rows), default=0)
    return "\n".join(f"{key.ljust(width)}  {text}" for key, text in rows.items()) or None


def _entries(name: str) -> Iterator[str]:
    """What is known about a name, whatever it names."""
    code = code_named(name)
    if code is not None:
        yield page(code) or ""
    if name in FINDINGS:
        yield _finding(name)
    if name in WIRE_FORMATS.names:
        yield _wire_format(name)
    for kind, catalog in _CATALOGS.items():
        prefix = _PREFIXES.get(kind, "")
        plain = name.removeprefix(prefix)
        if plain in catalog.names:
            yield _plugin(kind, prefix + plain, catalog.load(plain))


def _finding(name: str) -> str:
    kind = FINDINGS[name]
    return (
        f"finding {name}: {kind.meaning}\n\n"
        f"layer {kind.layer}, class {kind.classification}, severity {kind.severity}\n"
    )


def _plugin(kind: str, name: str, plugin: ModuleType) -> str:
    title = name if name.startswith(kind) else f"{kind} {name}"
    return f"{title}: {_documentation(plugin)}\n\n{_DETAILS[kind](plugin)}\n"


def _metric_detail(metric: ModuleType) -> str:
    if metric.IS_SHARE:
        return "a share: from 0 to 1, with numerator, denominator and interval"
    return "not a share: a number from 0 on, without an interval"


def _option_detail(plugin: ModuleType) -> str:
    return f"takes {plugin.SCHEMA['description']}"


def _mutant_detail(mutant: ModuleType) -> str:
    return f"caught by the finding `{mutant.KILLED_BY}`"


def _wire_format(name: str) -> str:
    """What the data of a wire format says of it: where it sends, and what it does not take."""
    dialect = WIRE_FORMATS.load(name).dialect
    lines = [f"adapter {name}: {dialect.title}", ""]
    if dialect.adapter != name:
        lines.append(f"a profile of `{dialect.adapter}`")
    lines.append(
        f"sends to {dialect.base_url}{dialect.path}; a target's `base_url` replaces the host"
    )
    lines += [
        f"{subject}: {fact.value}{f' ({fact.note})' if fact.note else ''}"
        for subject, fact in sorted(dialect.takes.items())
        if fact.value != "accepted"
    ]
    lines += [f"at most {fact.value} {limit}" for limit, fact in sorted(dialect.limits.items())]
    lines.append(f"source: {dialect.source}, {dialect.date}")
    return "\n".join(lines) + "\n"


_DETAILS: dict[str, Callable[[ModuleType], str]] = {
    "metric": _metric_detail,
    "matcher": _option_detail,
    "check": _option_detail,
    "mutant": _mutant_detail,
}


def _documentation(plugin: ModuleType) -> str:
    return inspect.getdoc(plugin) or "no description"


def _summary(plugin: ModuleType) -> str:
    return _documentation(plugin).split("\n", 1)[0]


def _hint(name: str) -> str:
    lists = ("codes", "findings", "adapters", *(f"{kind}s" for kind in _CATALOGS))
    near = nearest(name, [*lists, *_known()])
    if near is not None:
        return f"did you mean `{near}`?"
    return f"these list what there is: {', '.join(f'`{each}`' for each in lists)}"


def _known() -> Iterator[str]:
    """Every name that can be explained, as it is written where it is used."""
    yield from codes()
    yield from (page_name(code) or "" for code in codes())
    yield from FINDINGS
    yield from WIRE_FORMATS.names
    for kind, catalog in _CATALOGS.items():
        yield from (_PREFIXES.get(kind, "") + each for each in catalog.names)
