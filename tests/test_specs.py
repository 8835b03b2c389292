"""The example specs as a newcomer runs them: no problems, the reference passes, mutants fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from toolspec.models import MUTANTS

SPECS = sorted((Path(__file__).resolve().parents[1] / "specs").glob("*.yaml"))


def run(spec: Path, target: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "toolspec", "run", str(spec), "--target", target]
    return subprocess.run(
        [*command, "--out", str(folder)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_a_spec_has_no_problem_and_no_warning(spec: Path) -> None:
    command = [sys.executable, "-m", "toolspec", "check", "--strict", "--format", "json", str(spec)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["diagnostics"]) == (0, [])


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_the_reference_passes_every_case(spec: Path, tmp_path: Path) -> None:
    done = run(spec, "reference", tmp_path / "run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "gate: passed")
    assert (tmp_path / "run" / "errors.csv").read_text("utf-8").count("\n") == 1


def test_a_report_names_the_rule_that_let_a_value_through_and_the_calls_not_seen(
    tmp_path: Path,
) -> None:
    delivery = next(each for each in SPECS if each.stem == "delivery")
    done = run(delivery, "reference", tmp_path / "run")
    summary = json.loads((tmp_path / "run" / "summary.json").read_text("utf-8"))
    looser = {each["case_id"]: each["allowances"] for each in summary["cases"]}
    assert looser["cancel_two_fair_reasons"] == ["/reason: $one_of"]
    assert looser["direct_lookup"] == []
    assert "values let through by a looser rule: $one_of in 1 case" in done.stdout


# Habits that a spec gives no occasion for: no number at the top of a call, no tool of which the
# user's request is consent enough, no argument that must be grounded, no tool that is not needed.
NO_OCCASION = {
    "flights": {"number_as_string", "write_without_consent"},
    "commerce": {"write_without_consent"},
    "ticket_agent": {
        "call_instead_of_question",
        "invented_argument",
        "write_without_consent",
        "wrong_tool",
    },
}


@pytest.mark.parametrize("habit", MUTANTS.names)
@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_each_mutant_fails_the_gate_by_the_finding_it_is_caught_by(
    spec: Path, habit: str, tmp_path: Path
) -> None:
    if habit in NO_OCCASION.get(spec.stem, ()):
        assert run(spec, f"mutant:{habit}", tmp_path / "run").returncode == 0
        return
    done = run(spec, f"mutant:{habit}", tmp_path / "run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "gate: failed")
    assert f"  {MUTANTS.load(habit).KILLED_BY}" in done.stdout
