"""The principal must have every scope that the tool requires."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """Where nothing is known of the principal, only what was withdrawn is missing."""
    if not view.is_readable or view.tool is None:
        return
    missing = [each for each in view.tool.requires.scopes if _is_missing(view, each)]
    if missing:
        is_write = view.tool.effect == "mutate"
        yield Violation(
            rule="scopes",
            code="unauthorized_write" if is_write else "unauthorized_call",
            message=f"the user may not do this: {', '.join(missing)} is missing",
            expected=missing,
        )


def _is_missing(view: CallView, scope: str) -> bool:
    return scope in view.withdrawn or (view.scopes is not None and scope not in view.scopes)
