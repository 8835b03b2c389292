"""After an uncertain result a change is looked up first, unless a stable key makes it safe."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import MadeCall, Violation
from toolspec.world.view import CallView, key_of

DENIES = False


def check(view: CallView) -> Iterator[Violation]:
    """A good read after the uncertain try, or its own key again."""
    tool = view.tool
    if not view.is_readable or tool is None or tool.effect != "mutate" or not view.known_tries:
        return
    last = view.known_tries[-1]
    if last.status != "uncertain" or _has_read_since(view, last):
        return
    if view.key is None or view.key != key_of(tool, last.call):
        message = "the outcome of the last try is not known; look before trying again"
        yield Violation(rule="blind_retry", code="blind_retry", message=message)


def _has_read_since(view: CallView, last: MadeCall) -> bool:
    later = view.history[view.history.index(last) + 1 :]
    return any(each.is_success and each.tool in view.reading for each in later)
