from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Toolspec, clean_environment
from tests.scripted_server import error, text
from tests.small_spec import spec_of, summary

REPORTS = ("summary.json", "errors.csv", "decision.json", "decision.md")


@pytest.fixture
def recorded(toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path) -> Any:
    """A run of three cases: one passes, one fails, one is lost."""
    server = scripted(text("ok"), text("no"), error(500, "oops"))
    spec = spec_of(
        cases=3,
        target={"base_url": "${MY_URL}", "model": "${MY_MODEL}"},
        run={"parallelism": 1},
        gate={"coverage": {"min": 0.5}, "cases": {"min_pass_rate": 1}},
    )
    path = spec_file(spec)
    assert toolspec("run", path, "--out", "out", MY_URL=server.url, MY_MODEL="m-1").code == 1
    return spec


@pytest.fixture
def forgotten(recorded: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same, and the variables of its targets are no longer set."""
    monkeypatch.delenv("MY_URL")
    monkeypatch.delenv("MY_MODEL")
    return recorded


def test_scoring_again_gives_the_same_bytes(
    forgotten: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    before = {name: (tmp_path / "out" / name).read_bytes() for name in REPORTS}
    for name in REPORTS:
        (tmp_path / "out" / name).unlink()
    assert toolspec("score", "out").code == 1
    assert {name: (tmp_path / "out" / name).read_bytes() for name in REPORTS} == before


def test_json_is_the_summary_and_nothing_else(
    forgotten: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    ran = toolspec("score", "out", "--format", "json")
    assert ran.out.encode() == (tmp_path / "out" / "summary.json").read_bytes()
    assert ran.err == ""


def test_changed_expectations_are_graded_anew_and_nothing_is_written(
    forgotten: Any, toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    before = summary(tmp_path / "out")
    forgotten["cases"][1]["expect"] = {"answer": {"mentions_any": ["no"]}}
    ran = toolspec("score", "out", "--spec", spec_file(forgotten, "changed.yaml"))
    assert ran.code == 0
    assert "2 of 3 attempts completed" in ran.out
    assert summary(tmp_path / "out") == before


def test_a_changed_prompt_is_not_comparable(
    forgotten: Any, toolspec: Toolspec, spec_file: SpecFile
) -> None:
    forgotten["prompt"]["text"] += "!"
    ran = toolspec("score", "out", "--spec", spec_file(forgotten, "changed.yaml"))
    assert (ran.code, "2 not comparable" in ran.out) == (3, True)


def test_a_new_case_is_not_run_and_a_removed_one_is_counted(
    forgotten: Any, toolspec: Toolspec, spec_file: SpecFile
) -> None:
    forgotten["cases"][0]["id"] = "renamed"
    changed = spec_file(forgotten, "changed.yaml")
    shown = json.loads(toolspec("score", "out", "--spec", changed, "--format", "json").out)
    assert shown["targets"]["main"]["variants"]["base"]["attempts"]["not_run"] == 1
    assert shown["unplanned_records"] == 1


def test_a_broken_spec_is_told(recorded: Any, toolspec: Toolspec, spec_file: SpecFile) -> None:
    del recorded["cases"]
    ran = toolspec("score", "out", "--spec", spec_file(recorded, "changed.yaml"))
    assert (ran.code, "error[TS" in ran.err) == (2, True)


def test_scoring_opens_no_socket(recorded: Any, tmp_path: Path) -> None:
    guard = (
        "import sys\n"
        "def refuse(event, arguments):\n"
        "    if event.startswith('socket.'): raise SystemExit(f'{event} {arguments}')\n"
        "sys.addaudithook(refuse)\n"
        "from toolspec.cli import main\n"
        "main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", guard, "score", "out"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert b"gate: failed" in ran.stdout


def journal(tmp_path: Path) -> Any:
    return tmp_path / "out" / "attempts.jsonl"


def test_a_torn_last_line_is_left_out_with_a_warning(
    recorded: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    journal(tmp_path).write_bytes(journal(tmp_path).read_bytes()[:-20])
    ran = toolspec("score", "out")
    assert ran.code == 1
    assert "warning[TS609]: the last record is torn and left out" in ran.err
    assert "attempts.jsonl:3:1" in ran.err
    assert "2 of 3 attempts completed, 1 not run" in ran.out


@pytest.mark.parametrize("line", [b'{"case": "a"', b"[]", b'{"schema_version": 99}', b"[" * 9999])
def test_a_damaged_line_is_an_error(
    line: Any, recorded: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    lines = journal(tmp_path).read_bytes().split(b"\n")
    journal(tmp_path).write_bytes(b"\n".join([lines[0], line, *lines[2:]]))
    before = summary(tmp_path / "out")
    ran = toolspec("score", "out")
    assert (ran.code, ran.out) == (2, "")
    assert "error[TS610]: the journal is damaged" in ran.err
    assert "attempts.jsonl:2:1" in ran.err
    assert summary(tmp_path / "out") == before


def test_a_record_with_a_missing_field_is_damaged(
    recorded: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    written = journal(tmp_path).read_bytes().replace(b'"case_id"', b'"case_no"', 1)
    journal(tmp_path).write_bytes(written)
    assert "a field is missing or odd: 'case_id'" in toolspec("score", "out").err


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"manifest_version": 99}', b'{"manifest_version": 1}']
)
def test_a_folder_without_a_good_manifest_is_no_run(
    content: Any, recorded: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    (tmp_path / "out" / "manifest.json").write_bytes(content)
    ran = toolspec("score", "out")
    assert (ran.code, "error[TS611]" in ran.err) == (2, True)


def test_a_folder_that_is_not_there_or_has_no_journal_is_no_run(
    recorded: Any, toolspec: Toolspec, tmp_path: Path
) -> None:
    assert "`absent` is not a run folder" in toolspec("score", "absent").err
    journal(tmp_path).unlink()
    ran = toolspec("score", "out")
    assert (ran.code, "attempts.jsonl: no such file or directory" in ran.err) == (2, True)


def test_a_prompt_in_a_file_of_its_own_is_recorded(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    (tmp_path / "prompt.md").write_text("Отвечай.", encoding="utf-8")
    spec = spec_of(target={"base_url": scripted(text("ok")).url})
    spec["prompt"] = {"id": "p", "version": "v1", "file": "prompt.md"}
    assert toolspec("run", spec_file(spec), "--out", "out").code == 0
    (tmp_path / "prompt.md").unlink()
    assert toolspec("score", "out").code == 0


def test_a_selection_is_remembered(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    spec = spec_of(cases=3, target={"base_url": scripted(text("ok")).url})
    arguments = ("--case", "case_2", "--tag", "ru", "--repetitions", 2)
    assert toolspec("run", spec_file(spec), "--out", "out", *arguments).code == 0
    assert "2 of 2 attempts completed" in toolspec("score", "out").out
