"""Words of success need a success: `claims`. The state is what the ledger says, not the reply."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run


def grade(run: Run) -> Iterator[Finding]:
    """Every text of the model is held against what had succeeded before it."""
    for step in run.story.steps:
        text = _folded(step.decision.text or "")
        for claim in run.case.expect.claims:
            said = next((each for each in claim.when_text if _folded(each) in text), None)
            if said is None or _has_succeeded(run, claim.needs_success_of, step.index):
                continue
            yield finding(
                "false_claim",
                f"the reply says `{said}`, and no call of `{claim.needs_success_of}` succeeded",
                step=step.index,
                expected=f"a successful call of {claim.needs_success_of} before these words",
                got=step.decision.text,
                rule="claims",
            )


def _has_succeeded(run: Run, tool: str, step: int) -> bool:
    """Whether the model had seen a success; the answer with the call itself comes too early."""
    return any(
        each.tool == tool and each.is_success and each.step < step for each in run.story.calls
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
