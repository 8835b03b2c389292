"""Every command and output of the README is what a reader gets.

`BLESS=1 pytest tests/test_readme.py` writes the present outputs into the README; review the diff.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
_BLOCK = re.compile(r"```console\n\$ (?P<command>.*?)\n(?P<output>.*?)```", re.DOTALL)
_PROGRESS = re.compile(r"^\S+: \d+ of \d+ attempts?, .*\n", re.MULTILINE)
_LATENCY = re.compile(r"^(\s*latency_\S+)\s+\S+", re.MULTILINE)


def console_blocks() -> list[tuple[str, str]]:
    return [
        (each["command"], each["output"]) for each in _BLOCK.finditer(README.read_text("utf-8"))
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the README's spec, in which its commands run one after another."""
    path = tmp_path_factory.mktemp("readme")
    spec = README.read_text("utf-8").split("## A spec")[1].split("```yaml\n")[1].split("```")[0]
    (path / "orders.yaml").write_text(spec, "utf-8")
    return path


def run(command: str, folder: Path) -> str:
    bin_folder = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return _PROGRESS.sub("", done.stdout.decode()).rstrip("\n") + "\n"


@pytest.mark.parametrize("index", range(len(console_blocks())))
def test_a_command_of_the_readme_prints_what_it_says(index: int, folder: Path) -> None:
    command, expected = console_blocks()[index]
    output = run(command, folder)
    if os.environ.get("BLESS"):
        text = README.read_text("utf-8")
        README.write_text(
            text.replace(f"$ {command}\n{expected}```", f"$ {command}\n{output}```"), "utf-8"
        )
        return
    assert _LATENCY.sub(r"\1…", output) == _LATENCY.sub(r"\1…", expected)


def test_the_spec_of_the_readme_has_25_lines_at_most(folder: Path) -> None:
    assert len((folder / "orders.yaml").read_text("utf-8").splitlines()) <= 25


def test_no_line_of_the_readme_installs_the_package_of_a_stranger() -> None:
    installs = [each for each in README.read_text("utf-8").splitlines() if "install" in each]
    assert not any(re.search(r"install\s+(-\S+\s+)*toolspec(?!-eval)\b", each) for each in installs)


def test_the_commands_at_the_top_are_scripts_of_the_checkout() -> None:
    for command in ("scripts/demo", "scripts/check"):
        assert f"```sh\n{command}\n```" in README.read_text("utf-8")
        assert os.access(README.parent / command, os.X_OK)
