"""Real servers and real commands: a scripted HTTP server, and the command line as users call it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.commands import (
    Process,
    Ran,
    Servers,
    SpecFile,
    Start,
    Toolspec,
    clean_environment,
    command,
)
from tests.scripted_server import Scripted, ScriptedServer, text
from toolspec.cli import main

Json = Any

pytest_plugins = ["tests.recorded_responses"]


# How long an example takes says more about the machine than about the code.
# A change is not to fail for what another one brought: the same examples every time. New ones come
# with `pytest --hypothesis-profile=explore`.
settings.register_profile("toolspec", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("toolspec")


@pytest.fixture
def scripted() -> Iterator[Servers]:
    servers: list[ScriptedServer] = []

    def start(*script: Scripted) -> ScriptedServer:
        servers.append(ScriptedServer(script or (text("ok"),)))
        return servers[-1]

    yield start
    for each in servers:
        each.close()


@pytest.fixture
def spec_file(tmp_path: Path) -> SpecFile:
    def write(document: Json, name: str = "small.yaml") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
        return path

    return write


@pytest.fixture
def toolspec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Toolspec:
    """The command line, in this process."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, **environment: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["toolspec", *map(str, arguments)])
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """The command line as a process of its own."""

    def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command(*arguments),
            cwd=tmp_path,
            env=clean_environment(**environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A process that is left running; it is killed at the end if need be."""
    running: list[subprocess.Popen[bytes]] = []

    def begin(*arguments: object, **environment: str) -> subprocess.Popen[bytes]:
        running.append(
            subprocess.Popen(
                command(*arguments),
                cwd=tmp_path,
                env=clean_environment(**environment),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        )
        return running[-1]

    yield begin
    for each in running:
        with each:
            if each.poll() is None:
                each.kill()
