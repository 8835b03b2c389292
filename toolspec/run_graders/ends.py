"""How the run ended: a loop that was stopped has not been completed."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run

_MESSAGES = {
    "max_steps": "the model still made calls in the last answer it was allowed",
    "loop": "the model made the same call with the same result again and again",
    "budget": "the tokens of the attempt were used up before it ended",
}


def grade(run: Run) -> Iterator[Finding]:
    """Refusals and unusable answers are the decision layer's."""
    end = run.story.end
    if end in _MESSAGES:
        steps = len(run.story.steps)
        yield finding(
            end,
            _MESSAGES[end],
            step=steps - 1,
            expected="a final answer",
            got=f"{steps} answers, {len(run.story.calls)} calls",
        )
