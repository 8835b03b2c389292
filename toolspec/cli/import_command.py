"""`toolspec import`: catalogues of tools and benchmarks of others as specs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from toolspec.cli.output import say, show
from toolspec.cli.printing import print_diagnostics
from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.importers import anthropic_tools, mcp, openai_tools
from toolspec.importers.bfcl.figures import figures
from toolspec.importers.bfcl.files import NamedSet, read_sets
from toolspec.importers.records import Imported, LeftOut
from toolspec.importers.save import Draft, draft, save
from toolspec.importers.sources import read_json, report
from toolspec.jsontypes import Json
from toolspec.wording import counted, visible

_SPEC_SUFFIXES = (".yaml", ".yml")

_out = click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Spec to write. An existing one is added to; what it holds is kept.",
)
_file = click.argument("file", type=click.Path(allow_dash=True))


@click.group()
def command() -> None:
    """Write a spec from tools or benchmarks in another format, and list what it cannot hold."""


@command.command("openai-tools")
@_file
@_out
def import_openai_tools(file: str, out: Path) -> None:
    """Import tools in OpenAI's format from FILE (- for stdin): a list, or a whole request."""
    _import_tools(file, out, openai_tools.read, openai_tools.TITLE)


@command.command("anthropic-tools")
@_file
@_out
def import_anthropic_tools(file: str, out: Path) -> None:
    """Import tools in Anthropic's format from FILE (- for stdin): a list, or a whole request."""
    _import_tools(file, out, anthropic_tools.read, anthropic_tools.TITLE)


@command.command("mcp")
@_file
@_out
def import_mcp(file: str, out: Path) -> None:
    """Import the tools of an MCP server from FILE (- for stdin): a `tools/list` result."""
    _import_tools(file, out, mcp.read, mcp.TITLE)


@command.command("bfcl")
@click.argument("data", type=click.Path(path_type=Path))
@click.argument("answers", type=click.Path(path_type=Path), required=False)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Spec to write for a set that fits one, else a folder for `<set>-<n>.yaml`.",
)
def import_bfcl(data: Path, answers: Path | None, out: Path) -> None:
    """Import sets of BFCL from DATA, a file or a folder, with their answer keys.

    Without ANSWERS the keys are taken from `possible_answer` beside the data.
    """
    problems = Diagnostics()
    sets, classes = read_sets(data, answers, problems)
    _stop_on(problems)
    specs = _named_specs(sets, out, problems)
    drafts = [draft(path, spec, origin, problems) for path, spec, origin in specs]
    _finish(drafts, problems)
    _list_counted(each for _, spec, _ in specs for each in spec.all_left_out)
    show("".join(f"{count:>7,}  {what}\n" for what, count in figures(sets, classes)))
    _end(drafts)


def _import_tools(file: str, out: Path, read: Callable[[Json], Imported], title: str) -> None:
    problems = Diagnostics()
    document = read_json(file, problems)
    if document is None:
        _stop_on(problems)
        return
    imported = read(document.root)
    report(imported.refusals, document, problems)
    _stop_on(problems)
    name = "standard input" if file == "-" else f"`{Path(file).name}`"
    drafts = [draft(out, imported, f"{name} ({title})", problems)]
    _finish(drafts, problems)
    for each in imported.all_left_out:
        say(f"left out: {each.pointer or '/'}: {visible(each.why)}")
    _end(drafts)


def _named_specs(
    sets: tuple[NamedSet, ...], out: Path, problems: Diagnostics
) -> list[tuple[Path, Imported, str]]:
    """Each spec with its path and its origin."""
    named = [
        (out / f"{each.name}-{number}.yaml", spec, f"`{Path(each.file).name}` (BFCL)")
        for each in sets
        for number, spec in enumerate(each.content.specs, start=1)
    ]
    if out.suffix not in _SPEC_SUFFIXES:
        return named
    if len(named) > 1:
        message = f"the entries need {counted(len(named), 'spec')}: functions share their names"
        help = f"name a folder: `--out {out.stem}`"
        problems.add(Diagnostic("TS706", message, help=help))
    _stop_on(problems)
    return [(out, spec, origin) for _, spec, origin in named]


def _finish(drafts: list[Draft | None], problems: Diagnostics) -> None:
    """Write all files, or none when one of them cannot be."""
    _stop_on(problems)
    ready = tuple(each for each in drafts if each is not None)
    try:
        save(ready)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f"`{error.filename or ready[0].path}` cannot be written: {reason}"
        raise SpecError([Diagnostic("TS608", message)]) from error
    for each in ready:
        _say_what_changed(each)


def _say_what_changed(written: Draft) -> None:
    if written.old is None:
        say(f"{written.path}: written")
        return
    if written.text == written.old:
        say(f"{written.path}: nothing is new")
    for what, names in (
        ("added", written.added),
        ("updated", written.updated),
        ("kept, though the source has it no longer", written.only_in_file),
    ):
        if names:
            say(f"{written.path}: {what}: {', '.join(map(visible, names))}")


def _list_counted(left_out: Iterable[LeftOut]) -> None:
    """What was left out of a whole benchmark, by kind; the files list each."""
    found = list(left_out)
    first: dict[str, LeftOut] = {}
    for each in found:
        first.setdefault(each.kind, each)
    for kind, count in Counter(each.kind for each in found).most_common():
        example = first[kind]
        say(f"left out {count:,} times: {visible(example.why)} (first at {example.pointer})")


def _end(drafts: list[Draft | None]) -> None:
    """Show the cases that a changed tool leaves without a possible answer."""
    found = [each for one in drafts if one is not None for each in one.problems]
    if found:
        print_diagnostics(found)
        say("the file is written; mend the cases above, which the changed tools made impossible")
        sys.exit(2)


def _stop_on(problems: Diagnostics) -> None:
    if problems.errors:
        raise SpecError(problems.errors)
