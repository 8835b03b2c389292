"""`decision.md`: the gate's decision for people, from the template beside this file."""

from __future__ import annotations

from importlib.resources import files

from toolspec.report import CaseTally, Report
from toolspec.results import Finding
from toolspec_reports._text import table_cell, writable

FILE_NAME = "decision.md"


def render(report: Report) -> str:
    """The decision as Markdown."""
    from jinja2 import Environment, StrictUndefined

    template = files(__package__ or "").joinpath("decision.md.j2").read_text(encoding="utf-8")
    environment = Environment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True
    )
    environment.filters["cell"] = table_cell
    text = environment.from_string(template).render(report=report, failed=_failed(report))
    return writable(text)


def _failed(report: Report) -> list[tuple[CaseTally, Finding]]:
    """The cases that failed, each with its first finding."""
    found = []
    for each in report.cases:
        first = each.first_failure
        if each.failed and first is not None and first.verdict is not None:
            found += [(each, one) for one in first.verdict.findings[:1]]
    return found
