"""The parts of a run that expectations are about: one message with its answers, and the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolspec.spec import Case, Expectation
from toolspec.story import MadeCall, Step, Story
from toolspec.trace import Decision


@dataclass(frozen=True, slots=True)
class Scope:
    """What one expectation is about: some answers, and the messages up to their end."""

    expect: Expectation
    steps: tuple[Step, ...]
    users: tuple[str, ...]


def scopes_of(case: Case, story: Story) -> Iterator[Scope]:
    """The messages that were reached and have expectations, and the whole."""
    for number, turn in enumerate(case.turns):
        if turn.expect is not None and number < len(story.users):
            steps = tuple(each for each in story.steps if each.turn == number)
            yield Scope(turn.expect, steps, story.users[: number + 1])
    yield Scope(case.expect, story.steps, story.users)


def counted_calls(scope: Scope) -> tuple[MadeCall, ...]:
    """The calls that expected ones are paired with.

    Where a call was expected, those that were refused do not count beside others that ran, and the
    repeats of one that failed count only as far as the case lists its tool.
    """
    calls = tuple(call for step in scope.steps for call in step.calls)
    if scope.expect.kind != "call":
        return calls
    ran = tuple(each for each in calls if each.status != "denied") or calls
    wanted = Counter(each.tool for each in scope.expect.calls)
    spare = Counter(each.tool for each in ran)
    kept: list[MadeCall] = []
    for number in range(len(ran) - 1, -1, -1):
        made = ran[number]
        if spare[made.tool] > wanted[made.tool] and _repeats(made, ran[:number]):
            spare[made.tool] -= 1
        else:
            kept.append(made)
    return tuple(reversed(kept))


def _repeats(made: MadeCall, earlier: tuple[MadeCall, ...]) -> bool:
    return any(
        each.tool == made.tool
        and each.call.arguments == made.call.arguments
        and not each.is_success
        for each in earlier
    )


def decision_of(scope: Scope, calls: tuple[MadeCall, ...]) -> Decision:
    """The scope as one decision: its calls, and its last text."""
    if not scope.steps:
        return Decision(kind="invalid", reason="empty")
    last = scope.steps[-1].decision
    text = None if last.calls else last.text
    if last.kind == "refusal" or not calls:
        return replace(last, text=text, calls=tuple(each.call for each in calls))
    kind = last.kind if last.kind == "invalid" and not last.calls else "tool_call"
    return replace(last, kind=kind, text=text, calls=tuple(each.call for each in calls))
