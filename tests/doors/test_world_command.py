"""The command around the doors: what it refuses, and what is left when it is stopped."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, Toolspec
from tests.doors.agents import DOORS, act_by_http
from tests.doors.conftest import SPECS, Served
from tests.small_spec import records

World = Callable[..., Served]

CLERK = Path(__file__).parent / "clerk.yaml"
FLIGHTS = SPECS / "flights.yaml"
FIRST_CALL = [{"call": "list_destinations", "args": {}}]


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_an_attempt_that_is_stopped_did_not_run(
    signum: Any, world: World, toolspec: Toolspec
) -> None:
    served = world("http", "book")
    act_by_http(served.url, FIRST_CALL)
    served.running.send_signal(signum)
    assert served.wait() == 0
    assert "the attempt counts as not run" in served.running.stderr.read().decode()
    (record,) = records(served.folder)
    assert (record["status"], record["transport_error"]["kind"]) == ("not_run", "interrupted")
    assert [each["event"] for each in record["events"]] == ["end"]
    assert toolspec("score", served.folder).code == 3


def test_an_attempt_that_is_killed_leaves_no_half_a_record(
    world: World, toolspec: Toolspec
) -> None:
    served = world("http", "book")
    act_by_http(served.url, FIRST_CALL)
    served.running.kill()
    served.wait()
    assert records(served.folder) == []
    ran = toolspec("score", served.folder)
    assert (ran.code, "gate: inconclusive" in ran.out) == (3, True)


@pytest.mark.parametrize("door", DOORS)
def test_a_port_that_is_taken_is_told_and_the_folder_stays_free(
    door: str, toolspec: Toolspec, scripted: Servers, tmp_path: Path
) -> None:
    port = scripted().port
    ran = toolspec("world", FLIGHTS, "--case", "book", f"--{door}", "--port", port, "--out", "out")
    assert (ran.code, "error[TS613]: the port" in ran.err) == (2, True)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([CLERK, "--case", "first_step", "--http"], "TS620"),
        ([CLERK, "--case", "taken_name", "--mcp"], "TS620"),
        ([CLERK, "--case", "absent", "--http"], "TS605"),
        (["absent.yaml", "--case", "status", "--http"], "TS001"),
        ([CLERK, "--case", "status", "--http", "--out", "taken"], "TS607"),
        ([CLERK, "--case", "status", "--http", "--out", "taken/attempts.jsonl"], "TS607"),
    ],
)
def test_what_cannot_be_served_is_refused_before_anything_listens(
    arguments: Any, code: str, toolspec: Toolspec, tmp_path: Path
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "attempts.jsonl").touch()
    ran = toolspec("world", *arguments)
    assert (ran.code, ran.out, f"error[{code}]" in ran.err) == (2, "", True), ran.err


def test_a_door_must_be_named(toolspec: Toolspec) -> None:
    ran = toolspec("world", CLERK, "--case", "status")
    assert (ran.code, "`--mcp` or `--http`" in ran.err) == (2, True)


def test_a_run_cannot_be_asked_for_an_agent_from_outside(toolspec: Toolspec) -> None:
    ran = toolspec("run", FLIGHTS, "--target", "external:http", "--out", "out")
    assert (ran.code, "error[TS606]" in ran.err) == (2, True)
