"""`decision.md`: the gate's decision for people, from the template beside this file."""

from __future__ import annotations

from importlib.resources import files

from toolspec.report import Report

FILE_NAME = "decision.md"


def render(report: Report) -> str:
    """The decision as Markdown."""
    from jinja2 import Environment, StrictUndefined

    template = files(__package__ or "").joinpath("decision.md.j2").read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    return environment.from_string(template).render(report=report)
