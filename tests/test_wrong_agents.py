"""Every named check of the example specs can fail: a wrong agent breaks it, and it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.episode import Episode
from toolspec.judge import Judge
from toolspec.loading import Loaded, load_file
from toolspec.models.reference import decision_of
from toolspec.provider import ProposedCall, SystemTurn, UserTurn
from toolspec.trace import Decision

SPECS = Path(__file__).resolve().parents[1] / "specs"
TABLE = yaml.safe_load((Path(__file__).parent / "wrong_agents.yaml").read_text("utf-8"))
ROWS = [(name, check) for name, row in TABLE.items() for check in row["agents"]]


def loaded(name: str) -> Loaded:
    found = load_file(SPECS / f"{name.partition('/')[0]}.yaml", Diagnostics())
    assert found is not None
    return found


def decision(step: Any) -> Decision:
    if isinstance(step, str):
        return Decision(kind="text", text=step)
    return decision_of(tuple(ProposedCall(tool, args) for tool, args in step.items()))


@pytest.mark.parametrize(("name", "check"), ROWS)
def test_a_wrong_agent_fails_the_check_and_no_other_one(name: str, check: str) -> None:
    row, spec = TABLE[name], loaded(name).spec
    case = spec.case(row["case"])
    assert case is not None
    opening = (SystemTurn(spec.prompt.text), UserTurn(case.user))
    episode = Episode(spec, case, opening, seed=spec.run.seed or 0)
    for step in row["agents"][check]:
        episode.take(decision(row["good"].get(step, step) if isinstance(step, str) else step))
    verdict = Judge(spec).judge_run(case, episode.story)
    failed = [
        each.rule for each in verdict.findings if each.code in ("check_failed", "check_error")
    ]
    assert verdict.outcome == "fail"
    assert failed == [f"checks: {check}"]


def test_every_named_check_has_a_wrong_agent() -> None:
    for name in sorted({each.partition("/")[0] for each in TABLE}):
        named = {
            check.name
            for case in loaded(name).spec.cases
            for expect in (case.expect, *(turn.expect for turn in case.turns if turn.expect))
            for check in expect.checks
        }
        shown = {check for key, check in ROWS if key.partition("/")[0] == name}
        assert named == shown, name
