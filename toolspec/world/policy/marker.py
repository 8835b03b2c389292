"""The marker of the context belongs into the reply, not into arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = False


def check(view: CallView) -> Iterator[Violation]:
    """Only where the context has a marker."""
    marker = view.marker
    if marker is not None and any(marker in text for text in view.sent):
        message = f"the arguments hold the marker `{marker}`"
        yield Violation(rule="marker", code="marker_in_arguments", message=message)
