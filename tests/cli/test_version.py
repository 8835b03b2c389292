from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import toolspec as package
from tests.commands import Process, Toolspec

HEAVY = ("aiohttp", "httpx", "jsonschema", "yaml", "rich", "jinja2", "asyncio", "orjson", "regex")


def test_version_is_printed(toolspec: Toolspec) -> None:
    ran = toolspec("--version")
    assert (ran.code, ran.out) == (0, f"toolspec {package.__version__}\n")


def test_version_loads_nothing_that_it_does_not_need() -> None:
    asked = (
        "import sys; sys.argv = ['toolspec', '--version']\n"
        "from toolspec.cli import main\n"
        "try: main()\n"
        f"finally: print(*[each for each in {HEAVY!r} if each in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    assert ran.stdout.splitlines()[1] == ""


def test_help_lists_the_commands_and_the_exit_codes(toolspec: Toolspec) -> None:
    ran = toolspec("--help")
    assert ran.code == 0
    assert "Check specs" in ran.out
    assert "3 inconclusive" in ran.out


def test_a_misspelled_command_gets_the_nearest(toolspec: Toolspec) -> None:
    ran = toolspec("chek")
    assert (ran.code, "did you mean `check`?" in ran.err) == (2, True)


def test_the_schema_is_printed_as_it_is_kept(process: Process) -> None:
    from toolspec.language import schema_text

    assert process("schema", PYTHONIOENCODING="ascii").stdout == schema_text().encode()


def test_an_interrupt_before_a_run_exits_with_130(
    toolspec: Toolspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toolspec import cli

    def interrupted(**_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.group, "main", interrupted)
    ran = toolspec("check")
    assert (ran.code, ran.err) == (130, "interrupted\n")
