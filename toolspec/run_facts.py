"""What metrics count of a whole run."""

from __future__ import annotations

from collections import Counter

from toolspec.results import Finding, RunFacts
from toolspec.run_graders import Run
from toolspec.story import MadeCall, Story

_STATE = frozenset(
    {"state_mismatch", "wrong_effects", "duplicate_effect", "wrong_destination", "orphaned_write"}
)
_PATH = frozenset({"illegal_transition", "trajectory_incomplete"})


def run_facts(
    run: Run, findings: tuple[Finding, ...], *, made: int, marker: str | None
) -> RunFacts:
    """The facts of a judged run.

    `made` counts the expected calls whose tool was called; `marker` is that of the context, null
    without one.
    """
    story, codes = run.story, Counter(each.code for each in findings)
    sensitive = [each for each in story.calls if _needs_assent(run, each)]
    bypassed = sum(map(_is_bypass, sensitive))
    return RunFacts(
        steps=len(story.steps),
        calls=len(story.calls),
        end=story.end,
        confirmations=len(sensitive),
        confirmed=len(sensitive) - bypassed,
        errors=tuple(dict.fromkeys(each.error_code for each in story.calls if each.error_code)),
        expected_calls=len(run.expected_calls),
        made_calls=made,
        other_calls=codes["extra_call"] + codes["unexpected_call"],
        holds_state=not _STATE & codes.keys() if says_of_state(run) else None,
        holds_path=None if run.case.trajectory is None else not _PATH & codes.keys(),
        retains=None if marker is None else _retains(story, marker, codes),
    )


def says_of_state(run: Run) -> bool:
    """Whether the case says anything of the state or of effects."""
    return bool(run.case.expect.state or run.case.expect.effects)


def _needs_assent(run: Run, made: MadeCall) -> bool:
    tool = run.tools.get(made.tool)
    return tool is not None and tool.effect == "mutate" and tool.confirm == "required"


def _is_bypass(made: MadeCall) -> bool:
    return any(each.code == "approval_bypass" for each in made.violations)


def _retains(story: Story, marker: str, codes: Counter[str]) -> bool:
    return marker in (story.reply() or "") and not codes["marker_in_arguments"]
