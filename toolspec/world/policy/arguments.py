"""Arguments that cannot be read, or that break the tool's schema, reach no tool."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """The arguments must be an object that fits the schema."""
    if view.tool is None:
        return
    if view.call.arguments is None:
        message = f"the arguments cannot be read ({view.call.defect or 'not an object'})"
        yield Violation(rule="arguments", code="invalid_arguments", message=message)
    for each in view.misfits:
        yield Violation(
            rule="arguments",
            code="invalid_arguments",
            message=each.message,
            pointer=each.pointer,
            expected=each.expected,
        )
