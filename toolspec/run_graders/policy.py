"""The rules that calls broke when they were made, as the policy events tell."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run, call_facts

# Arguments are held to their schema by the layers for calls, with more to say.
_ELSEWHERE = frozenset({"invalid_arguments"})
_MINOR = {"unknown_tool": "invented_tool"}


def grade(run: Run) -> Iterator[Finding]:
    """One finding a violation."""
    for made in run.story.calls:
        for each in made.violations:
            if each.code in _ELSEWHERE:
                continue
            yield finding(
                _MINOR.get(each.code, each.code),
                each.message,
                step=made.step,
                call=made.index,
                pointer=each.pointer,
                expected=each.expected,
                got=call_facts(made) if each.code != "secret_exposure" else made.tool,
                rule=f"policy: {each.rule}",
            )
