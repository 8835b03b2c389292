"""A secret of the world never leaves in an argument."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """The secret itself is not repeated in what is said about it."""
    if any(secret in text for text in view.sent for secret in view.secrets):
        message = "the arguments hold a secret"
        yield Violation(rule="secrets", code="secret_exposure", message=message)
