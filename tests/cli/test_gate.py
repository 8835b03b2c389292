from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import error, text
from tests.small_spec import spec_of


def run(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, *script: Any, **gate: Any
) -> Any:
    spec = spec_of(cases=3, target={"base_url": scripted(*script).url}, **gate)
    return toolspec("run", spec_file(spec), "--out", "out")


def test_a_passed_gate_shows_each_rule_that_held_and_says_so_last(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    run(toolspec, spec_file, scripted, text("ok"))
    ran = toolspec("gate", "out")
    assert ran.code == 0
    assert [each.split()[:2] for each in ran.lines] == [
        ["ok", "critical"],
        ["ok", "cases.min_pass_rate"],
        ["ok", "coverage"],
        ["gate:", "passed"],
    ]


def test_a_failed_gate_names_the_rules_and_agrees_with_the_files(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    gate = {"require": {"all_correct_rate": {"min": 0.9}}}
    run(toolspec, spec_file, scripted, text("no"), gate=gate)
    ran = toolspec("gate", "out")
    decision = json.loads((tmp_path / "out" / "decision.json").read_bytes())
    assert ran.code == decision["exit_code"] == 1
    assert ran.lines[-1] == f"gate: {decision['outcome']}" == "gate: failed"
    assert any("all_correct_rate" in each for each in ran.lines)


def test_an_open_gate_exits_with_3(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    run(toolspec, spec_file, scripted, error(500, "oops"))
    assert toolspec("gate", "out").code == 3


def test_a_folder_without_a_run_is_told(toolspec: Toolspec) -> None:
    ran = toolspec("gate", "nowhere")
    assert (ran.code, "error[TS611]" in ran.err) == (2, True)
