"""The key of one intent stays the same; a new key makes a retry a second operation."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView, key_of

DENIES = False


def check(view: CallView) -> Iterator[Violation]:
    """The key must be that of an earlier try since the last success."""
    if not view.is_readable or view.tool is None or view.tool.idempotency_key is None:
        return
    open_tries = view.open_tries
    if open_tries and all(key_of(view.tool, each.call) != view.key for each in open_tries):
        yield Violation(
            rule="idempotency",
            code="unstable_key",
            message=f"`{view.tool.idempotency_key}` is new, and what is asked for is not",
            expected=key_of(view.tool, open_tries[-1].call),
        )
