"""Multi-turn sets of BFCL: gold calls become turns of a case, and a run goes through them all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.importers.gold import DATA
from toolspec.importers.bfcl.answers import ImpossibleKey
from toolspec.importers.bfcl.function import read_function
from toolspec.importers.bfcl.multi_turn import read_turns

TOOLSPEC = [sys.executable, "-m", "toolspec"]
SET = "BFCL_v4_multi_turn_base.json"
MOVE = {
    "name": "mv",
    "description": "Move.",
    "parameters": {
        "type": "dict",
        "properties": {"source": {"type": "string"}, "force": {"type": "boolean"}},
        "required": ["source"],
    },
}


def turns(*calls: str) -> Any:
    functions = {"mv": read_function(MOVE, ())}
    question = [[{"role": "user", "content": "Перенеси"}]]
    return read_turns(question, [list(calls)], functions)[0]["expect"]


def test_arguments_without_a_name_take_those_of_the_document_in_order() -> None:
    named = {"calls": [{"call": "mv", "args": {"source": "a", "force": True}}]}
    assert turns("mv('a', True)") == turns("mv('a', force=True)") == named
    assert turns() == {"answer": True}


@pytest.mark.parametrize(
    "text",
    [
        "mv(",
        "mv",
        "__import__('os').system('true')",
        "mv(open('x'))",
        "mv(*['a'])",
        "mv(**{'source': 'a'})",
        "mv('a', True, 1)",
        "mv(7)",
        "cp('a')",
    ],
)
def test_what_is_no_gold_call_is_not_run_and_told(text: str) -> None:
    with pytest.raises(ImpossibleKey):
        turns(text)


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared material is not beside the checkout")
def test_the_gold_calls_of_every_api_go_through_the_loop(tmp_path: Path) -> None:
    sources = [str(DATA / SET), str(DATA / "possible_answer" / SET)]
    folder = tmp_path / "specs"
    subprocess.run(
        [*TOOLSPEC, "import", "bfcl", *sources, "--out", str(folder)],
        check=True,
        capture_output=True,
    )
    (spec,) = folder.glob("*.yaml")
    cases = yaml.safe_load(spec.read_text("utf-8"))["cases"]
    gold = sum(len(turn["expect"].get("calls", ())) for c in cases for turn in c.get("turns", ()))
    done = subprocess.run(
        [*TOOLSPEC, "run", str(spec), "--out", str(tmp_path / "run")],
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0
    lines = (tmp_path / "run" / "attempts.jsonl").read_text("utf-8").splitlines()
    events = [event for line in lines for event in json.loads(line)["events"]]
    results = [each["status"] for each in events if each["event"] == "tool_result"]
    assert (len(lines), gold) == (200, 1137)
    assert results == ["executed"] * gold
