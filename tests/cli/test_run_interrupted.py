from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Start, Toolspec
from tests.scripted_server import error, text
from tests.small_spec import records, spec_of, summary


@pytest.fixture
def held(scripted: Servers, spec_file: SpecFile, start: Start, tmp_path: Path) -> Iterator[Any]:
    """A run of 20 cases of which three have answered, two are held back, and the rest waits."""
    gate = threading.Event()
    answers = [text("ok")] * 3 + [text("ok", gate=gate)]
    server = scripted(*answers)
    spec = spec_file(spec_of(cases=20, target={"base_url": server.url}))
    running = start("run", spec, "--out", "out")
    while server.in_flight < 2 or len(server.requests) < 5:
        assert running.poll() is None, running.stderr.read()
    yield running, gate
    gate.set()


def wait_for_word(running: Any, word: Any) -> None:
    while word not in running.stderr.readline():
        assert running.poll() is None


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_first_signal_lets_attempts_in_flight_end(
    held: Any, signum: Any, code: Any, tmp_path: Path, toolspec: Toolspec
) -> None:
    running, gate = held
    running.send_signal(signum)
    wait_for_word(running, b"stopping")
    gate.set()
    out, _ = running.communicate(timeout=20)
    assert running.returncode == code
    assert len(records(tmp_path / "out")) == 5
    found = summary(tmp_path / "out")
    attempts = found["targets"]["main"]["variants"]["base"]["attempts"]
    assert (found["interrupted"], found["gate"]) == (True, "interrupted")
    assert (attempts["completed"], attempts["not_run"]) == (5, 15)
    assert out.decode().splitlines()[-1].startswith("gate: interrupted")
    before = (tmp_path / "out" / "summary.json").read_bytes()
    assert toolspec("score", "out").code == 130
    assert (tmp_path / "out" / "summary.json").read_bytes() == before


def test_the_second_signal_ends_at_once_with_a_readable_journal(
    held: Any, tmp_path: Path, toolspec: Toolspec
) -> None:
    running, _ = held
    running.send_signal(signal.SIGINT)
    wait_for_word(running, b"stopping")
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=20)
    assert running.returncode == 130
    assert len(records(tmp_path / "out")) == 3
    ran = toolspec("score", "out")
    assert ran.code == 3
    assert "3 of 20 attempts completed, 17 not run" in ran.out


def test_a_signal_ends_the_wait_for_a_retry(
    scripted: Servers, spec_file: SpecFile, start: Start, tmp_path: Path
) -> None:
    server = scripted(error(429, "later", headers={"retry-after": "25"}))
    spec = spec_of(target={"base_url": server.url}, run={"retry": {"attempts": 2}})
    running = start("run", spec_file(spec), "--out", "out")
    while not server.requests or server.in_flight:
        assert running.poll() is None
    while running.poll() is None:
        running.send_signal(signal.SIGINT)
        wait_for_word(running, b"stopping")
        break
    running.communicate(timeout=20)
    assert running.returncode == 130
    assert records(tmp_path / "out") == []
