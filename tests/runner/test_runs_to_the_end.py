"""Runs of the whole loop over real HTTP, in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.scripted_server import Scripted, call, text

TICKETS = Path(__file__).resolve().parents[2] / "specs" / "ticket_agent.yaml"
# One of each adapter; profiles differ from these in names and addresses alone.
FORMATS = (
    "anthropic",
    "bedrock_converse",
    "cohere",
    "gemini",
    "gigachat",
    "gigachat_v2",
    "mistral",
    "ollama",
    "openai_chat",
    "openai_responses",
    "yandex",
)
TOOLSPEC = [sys.executable, "-m", "toolspec", "run"]
SLOW = {
    "toolspec": 1,
    "name": "slow",
    "version": "1",
    "prompt": {"id": "p", "version": "v1", "text": "Работай."},
    "tools": {
        "refund": {
            "description": "Вернуть деньги.",
            "effect": "mutate",
            "parameters": {
                "type": "object",
                "properties": {"order": {"type": "string"}},
                "required": ["order"],
                "additionalProperties": False,
            },
            "stub": [{"append": {"refunds": "{{ args.order }}"}, "return": {"ok": True}}],
        }
    },
    "world": {"state": {"refunds": []}},
    "faults": {"slow": {"tool": "refund", "kind": "delay", "ms": 3000}},
    "cases": [
        {
            "id": "one",
            "user": "Верни деньги за заказ 1",
            "faults": ["slow"],
            "expect": {
                "call": "refund",
                "args": {"order": "1"},
                "effects": {"refund": 1},
                "state": {"refunds": ["1"]},
            },
        }
    ],
}


def written(folder: Path, document: Any) -> Path:
    path = folder / "spec.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), "utf-8")
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*TOOLSPEC, *arguments], capture_output=True, check=False)


def records(folder: Path) -> list[Any]:
    lines = (folder / "attempts.jsonl").read_bytes().split(b"\n")
    return [json.loads(each) for each in lines if each]


def at(server: Any, **run_settings: Any) -> Any:
    target = {"adapter": "openai_chat", "model": "m", "base_url": server.url}
    settings = {"retry": {"attempts": 2, "max_wait": "1s"}, **run_settings}
    return {**SLOW, "targets": {"main": target}, "run": settings}


@pytest.mark.parametrize("adapter", FORMATS)
def test_the_reference_goes_the_whole_way_in_every_format(adapter: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run(str(TICKETS), "--adapter", adapter, "--out", str(folder))
    assert done.returncode == 0, done.stdout.decode()


def test_the_same_seed_gives_the_same_journal_byte_for_byte(tmp_path: Path) -> None:
    for name in ("a", "b"):
        run(str(TICKETS), "--parallelism", "1", "--out", str(tmp_path / name))
    first, second = ((tmp_path / name / "attempts.jsonl").read_bytes() for name in ("a", "b"))
    assert first
    assert first == second


def test_a_thousand_slow_tools_take_virtual_time_alone(tmp_path: Path) -> None:
    document = {**SLOW, "run": {"repetitions": 1000, "parallelism": 16}}
    folder = tmp_path / "run"
    done = run(str(written(tmp_path, document)), "--out", str(folder))
    assert done.returncode == 0
    faults = [e for r in records(folder) for e in r["events"] if e["event"] == "fault"]
    assert len(faults) == 1000


def test_a_retry_of_the_request_carries_out_no_tool_again(tmp_path: Path, scripted: Any) -> None:
    server = scripted(call("refund", {"order": "1"}), Scripted(drop=True), text("готово"))
    folder = tmp_path / "run"
    run(str(written(tmp_path, at(server))), "--out", str(folder))
    (record,) = records(folder)
    kinds = [each["event"] for each in record["events"]]
    assert (record["status"], record["transport_retries"]) == ("completed", 1)
    assert kinds.count("tool_call") == 1
    assert next(e for e in record["events"] if e["event"] == "state")["state"]["refunds"] == ["1"]


def test_a_process_killed_between_two_calls_leaves_nothing_half_recorded(
    tmp_path: Path, scripted: Any
) -> None:
    gate = threading.Event()
    server = scripted(call("refund", {"order": "1"}), text("готово", gate=gate))
    folder = tmp_path / "run"
    command = [*TOOLSPEC, str(written(tmp_path, at(server))), "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 30
        while len(server.requests) < 2 and time.monotonic() < until:
            os.sched_yield()
        process.send_signal(signal.SIGKILL)
        process.wait()
    gate.set()
    assert len(server.requests) == 2
    assert (folder / "attempts.jsonl").read_bytes() == b""
    score = subprocess.run(
        [sys.executable, "-m", "toolspec", "score", str(folder), "--format", "json"],
        capture_output=True,
        check=False,
    )
    assert json.loads(score.stdout)["cases"][0]["not_run"] == 1
