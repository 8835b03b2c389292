"""The catalogue as a part of the instructions, from the template beside this file.

The template is versioned because results under two wordings are not the same series: a change of
wording is a new file and a new `TEMPLATE_VERSION`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from toolspec.provider import ToolDefinition

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATE_VERSION: Final = "v1"


def render_catalogue(tools: tuple[ToolDefinition, ...]) -> str:
    """Write what a model is told of the tools and of the form of a call.

    The text goes behind the instructions, after a blank line; it is empty when there are no tools.
    `strict` is not told: no server holds a reply to it here.
    """
    if not tools:
        return ""
    return _template().render(tools=[_line(each) for each in tools])


def _line(tool: ToolDefinition) -> str:
    """One tool as one line of compact JSON with its letters unescaped."""
    shown = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    source = files(__package__ or "").joinpath(f"template_{TEMPLATE_VERSION}.j2")
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    return environment.from_string(source.read_text(encoding="utf-8"))
