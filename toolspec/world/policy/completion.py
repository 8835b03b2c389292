"""After the success of a tool that completes the task, nothing more is called in that turn."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = False


def check(view: CallView) -> Iterator[Violation]:
    """A new message of the user begins a new task."""
    done = [
        each.tool
        for each in view.history
        if each.turn == view.turn and each.is_success and each.tool in view.completing
    ]
    if done:
        message = f"`{done[0]}` has completed the task"
        yield Violation(rule="completion", code="call_after_completion", message=message)
