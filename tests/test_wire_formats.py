"""Every wire format over real HTTP: the simulated model passes in each, and bad habits show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Toolspec
from toolspec.wire_formats import WIRE_FORMATS

DELIVERY = Path(__file__).resolve().parents[1] / "specs" / "delivery.yaml"
NAMES = Path(__file__).with_name("wire_formats") / "names.yaml"
BASE = ("run", DELIVERY, "--out", "out")


@pytest.mark.parametrize("name", WIRE_FORMATS.names)
def test_the_reference_passes_what_the_format_can_carry(name: str, toolspec: Toolspec) -> None:
    ran = toolspec(*BASE, "--target", "reference", "--adapter", name)
    summary = json.loads(Path("out/summary.json").read_text("utf-8"))
    base = summary["targets"]["reference"]["variants"]["base"]
    attempts, correct = base["attempts"], base["metrics"]["all_correct_rate"]
    assert (attempts["infra_errors"], correct["value"]) == (0, 1.0)
    takes_several = WIRE_FORMATS.load(name).dialect.acceptance("parallel_calls").value
    assert (attempts["not_run"] == 0) == (takes_several == "accepted")
    assert ran.code == 0


def test_a_case_that_a_format_cannot_carry_is_not_run_and_says_why(toolspec: Toolspec) -> None:
    toolspec(*BASE, "--target", "reference", "--adapter", "gigachat")
    lines = Path("out/attempts.jsonl").read_text("utf-8").splitlines()
    odd = [each for each in map(json.loads, lines) if each["status"] != "completed"]
    assert [each["status"] for each in odd] == ["not_run"]
    assert odd[0]["transport_error"]["kind"] == "capability_missing"
    assert odd[0]["events"] == [
        {"event": "end", "reason": "capability_missing", "until": "decision"}
    ]


@pytest.mark.parametrize("name", ["cohere", "gigachat_v2", "mistral", "ollama", "yandex"])
def test_a_bad_habit_is_caught_in_every_format(name: str, toolspec: Toolspec) -> None:
    ran = toolspec(*BASE, "--target", "mutant:invented_argument", "--adapter", name)
    assert ran.code == 1
    assert "invented_argument" in Path("out/errors.csv").read_text("utf-8")


@pytest.mark.parametrize("name", ["openai_chat", "mistral", "gigachat"])
def test_tools_as_text_are_a_series_of_their_own(name: str, toolspec: Toolspec) -> None:
    ran = toolspec(*BASE, "--target", "reference", "--adapter", name, "--tool-mode", "json_text")
    assert (ran.code, f"({name}, toolspec-reference, tools as json_text)" in ran.out) == (0, True)
    summary = json.loads(Path("out/summary.json").read_text("utf-8"))
    assert summary["targets"]["reference"]["tool_mode"] == "json_text"
    first = json.loads(Path("out/attempts.jsonl").read_text("utf-8").split("\n")[0])
    body = next(each for each in first["events"] if each["event"] == "request")["body"]
    assert "tools" not in body and "functions" not in body
    assert "get_order" in json.dumps(body)


@pytest.mark.parametrize("name", WIRE_FORMATS.names)
def test_what_lowering_changed_is_taken_back(name: str, toolspec: Toolspec) -> None:
    """A name with a dot in Cyrillic, optional arguments of a strict tool, an enum of numbers."""
    ran = toolspec("run", NAMES, "--out", "out", "--target", "reference", "--adapter", name)
    assert ran.code == 0
    for line in Path("out/attempts.jsonl").read_text("utf-8").splitlines():
        decision = next(each for each in json.loads(line)["events"] if each["event"] == "decision")
        assert [each["name"] for each in decision["calls"]] == ["заказы.список"]


def test_an_adapter_for_the_built_in_model_needs_one(toolspec: Toolspec, tmp_path: Path) -> None:
    text = DELIVERY.read_text("utf-8")
    target = 'targets: {a: {adapter: openai_chat, model: m, base_url: "http://127.0.0.1:9/v1"}}\n'
    (tmp_path / "own.yaml").write_text(f"{text}\n{target}", "utf-8")
    ran = toolspec("run", "own.yaml", "--adapter", "mistral")
    assert (ran.code, "TS606" in ran.err) == (2, True)
