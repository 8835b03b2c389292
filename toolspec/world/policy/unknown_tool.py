"""A call of a tool that was not offered cannot run; the model is told which there are."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """The tool must be one of those offered."""
    if view.tool is None:
        known = ", ".join(view.offered) or "none"
        message = f"no tool is named `{view.call.name}`; the tools are: {known}"
        yield Violation(rule="unknown_tool", code="unknown_tool", message=message)
