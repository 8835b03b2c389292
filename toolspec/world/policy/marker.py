"""The marker of the context belongs into the reply, not into arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView, canonical

DENIES = False


def check(view: CallView) -> Iterator[Violation]:
    """Only where the context has a marker."""
    sent = canonical([view.call.arguments, view.call.raw_arguments])
    if view.marker is not None and view.marker in sent:
        message = f"the arguments hold the marker `{view.marker}`"
        yield Violation(rule="marker", code="marker_in_arguments", message=message)
