"""The principal must have every scope that the tool requires."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """Nothing is asked where nothing is known of the principal."""
    if not view.is_readable or view.tool is None or view.scopes is None:
        return
    missing = [each for each in view.tool.requires.scopes if each not in view.scopes]
    if missing:
        is_write = view.tool.effect == "mutate"
        yield Violation(
            rule="scopes",
            code="unauthorized_write" if is_write else "unauthorized_call",
            message=f"the user may not do this: {', '.join(missing)} is missing",
            expected=missing,
        )
