from __future__ import annotations

import os
import pty
import resource
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Process, Servers, SpecFile, Toolspec, clean_environment, command
from tests.scripted_server import text
from tests.small_spec import records, spec_of, summary

TITLE = "🚀 Возврат ₽ — «срочно»"


def titled(server_url: Any) -> Any:
    spec = spec_of(target={"base_url": server_url})
    spec["cases"][0]["title"] = TITLE
    return spec


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "cp1251"}, {"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "LC_ALL": "C"}],
)
def test_a_narrow_console_changes_neither_exit_code_nor_files(
    environment: Any, process: Process, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    path = spec_file(titled(scripted(text(TITLE)).url))
    ran = process("run", path, "--out", "out", **environment)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (1, False)
    assert TITLE in (tmp_path / "out" / "attempts.jsonl").read_text(encoding="utf-8")
    assert TITLE in (tmp_path / "out" / "errors.csv").read_text(encoding="utf-8")
    printed = process("score", "out", "--format", "json", **environment)
    assert printed.stdout == (tmp_path / "out" / "summary.json").read_bytes()


def test_a_log_gets_a_line_each_tenth_and_no_control_characters(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    path = spec_file(spec_of(cases=50, target={"base_url": scripted(text("ok")).url}))
    ran = toolspec("run", path)
    assert [each for each in ran.err.splitlines() if "attempts" in each][-1].startswith(
        "small: 50 of 50 attempts"
    )
    assert ran.err.count("of 50 attempts") == 10
    assert not set("\r\x1b") & set(ran.out + ran.err)


def on_a_terminal(arguments: Any, cwd: Any, **environment: Any) -> Any:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command(*arguments),
        cwd=cwd,
        env=clean_environment(**environment),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the other side is closed
            pass
        os.close(ours)
    return running.returncode, shown


def test_a_terminal_gets_a_bar_and_its_cursor_back(
    spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    path = spec_file(spec_of(cases=3, target={"base_url": scripted(text("ok")).url}))
    code, shown = on_a_terminal(["run", path], tmp_path, TERM="xterm")
    assert code == 0
    assert b"3/3" in shown
    assert shown.rfind(b"\x1b[?25h") > shown.rfind(b"\x1b[?25l") >= 0


def test_a_dumb_terminal_gets_lines(spec_file: SpecFile, scripted: Servers, tmp_path: Path) -> None:
    path = spec_file(spec_of(cases=3, target={"base_url": scripted(text("ok")).url}))
    code, shown = on_a_terminal(["run", path], tmp_path, TERM="dumb")
    assert (code, b"\x1b" in shown, b"3 of 3 attempts" in shown) == (0, False, True)


def shell(line: Any, cwd: Any) -> Any:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=cwd,
        env=clean_environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("redirection", ["| true", "2>&1 | true", "> /dev/full"])
def test_that_nobody_reads_the_output_does_not_change_the_exit_code(
    redirection: Any, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    path = spec_file(spec_of(cases=30, target={"base_url": scripted(text("no")).url}))
    ran = shell(f"{' '.join(command('run', path, '--out', 'out'))} {redirection}", tmp_path)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (1, False)
    assert len(records(tmp_path / "out")) == 30


def limited(size: Any) -> Any:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def uncovered() -> Any:
    """Without what makes a process measure its own coverage: that has no room to be written."""
    return {key: each for key, each in clean_environment().items() if not key.startswith("COV")}


def run_on_a_small_disk(path: Any, size: Any, cwd: Any) -> Any:
    return subprocess.run(
        command("run", path, "--out", "out"),
        cwd=cwd,
        env=uncovered(),
        capture_output=True,
        timeout=60,
        check=False,
        preexec_fn=limited(size),
    )


def test_a_full_disk_is_told_with_what_is_saved(
    spec_file: SpecFile, scripted: Servers, tmp_path: Path, toolspec: Toolspec
) -> None:
    path = spec_file(spec_of(cases=40, target={"base_url": scripted(text("ok")).url}))
    ran = run_on_a_small_disk(path, 20_000, tmp_path)
    saved = len(records(tmp_path / "out"))
    assert (ran.returncode, b"Traceback" in ran.stderr) == (3, False)
    assert 0 < saved < 40
    assert f"(file too large); {saved} attempts are saved" in ran.stderr.decode()
    assert toolspec("score", "out").code == 3


def test_a_disk_without_room_for_the_manifest_sends_nothing(
    spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(text("ok"))
    path = spec_file(spec_of(cases=40, target={"base_url": server.url}))
    ran = run_on_a_small_disk(path, 1000, tmp_path)
    assert (ran.returncode, server.requests) == (3, [])
    assert b"; 0 attempts are saved" in ran.stderr


def test_a_report_that_cannot_be_written_is_told(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    (tmp_path / "out" / "summary.json").mkdir(parents=True)
    path = spec_file(spec_of(target={"base_url": scripted(text("ok")).url}))
    ran = toolspec("run", path, "--out", "out")
    assert ran.code == 3
    assert "summary.json` could not be written (is a directory); every attempt is saved" in ran.err
    assert len(records(tmp_path / "out")) == 1


def test_the_default_folder_is_named_for_the_spec(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    toolspec("run", spec_file(spec_of()))
    (folder,) = (tmp_path / "runs").iterdir()
    assert summary(folder)["run_id"] == folder.name
    assert "-small-" in folder.name
