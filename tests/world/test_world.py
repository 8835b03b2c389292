"""Simulated tools: what they answer, what they change, and how planned faults strike."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_text
from toolspec.spec import FaultKind, Spec
from toolspec.trace import ToolCall
from toolspec.world import SimulatedWorld, StubFailed
from toolspec.world.faults import FAULTS

ROWS = yaml.safe_load((Path(__file__).parent / "tools.yaml").read_text("utf-8"))
TEXT = {"type": "string"}
ARGUMENTS = {
    "type": "object",
    "properties": {name: TEXT for name in ("id", "tier", "key", "cursor")},
    "additionalProperties": False,
}


def spec_of(row: Any) -> Spec:
    tools = {
        name: {"description": "Инструмент.", "parameters": ARGUMENTS, **deepcopy(tool)}
        for name, tool in row["tools"].items()
    }
    case: Any = {
        "id": "case",
        "user": "Начинай",
        "until": "done",
        "expect": {"reply": {"equals": "x"}},
    }
    principal = {"user": "u", "tenant": "acme", "scopes": row.get("scopes", [])}
    document = {
        "toolspec": 1,
        "name": "world",
        "version": "1",
        "prompt": {"id": "p", "version": "v1", "text": "Работай."},
        "tools": tools,
        "world": {
            "clock": "2026-03-01T10:00:00+03:00",
            "principal": principal,
            "state": deepcopy(row.get("state", {"none": 0})),
        },
        "cases": [case],
    }
    if "fault" in row:
        document["faults"] = {"planned": row["fault"]}
        case["faults"] = ["planned"]
    problems = Diagnostics()
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    loaded = load_text("world.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return loaded.spec


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_calls_are_answered_as_the_table_says(row: Any) -> None:
    spec = spec_of(row)
    # Twice, for every attempt begins anew.
    for _ in range(2):
        world = SimulatedWorld(spec, spec.cases[0], seed=1)
        world.begin_turn()
        for step, (tool, arguments, status, wanted) in enumerate(row["calls"]):
            call = ToolCall(call_id=None, name=tool, arguments=arguments, raw_arguments=arguments)
            if status == "broken":
                with pytest.raises(StubFailed, match=wanted):
                    world.call(call, step=step, index=0)
                continue
            made = world.call(call, step=step, index=0).made
            assert made.status == status
            assert (made.result if made.error_code is None else made.error_code) == wanted
        assert world.unfired == ()
        if "end" in row:
            assert world.closing_event()["state"] == row["end"]


def test_every_kind_of_fault_has_a_module_and_a_row() -> None:
    kinds = set(get_args(FaultKind))
    assert set(FAULTS.names) == kinds
    assert {row["fault"]["kind"] for row in ROWS if "fault" in row} == kinds


def test_the_seed_chooses_what_is_damaged() -> None:
    row = {
        "tools": {"find": {"effect": "read", "stub": [{"return": {"a": 1, "b": 2, "c": 3}}]}},
        "fault": {"tool": "find", "kind": "corrupt"},
    }
    spec = spec_of(row)
    call = ToolCall(call_id=None, name="find", arguments={}, raw_arguments={})
    damaged = []
    for seed in (1, 1, 2, 3, 4, 5):
        world = SimulatedWorld(spec, spec.cases[0], seed=seed)
        world.begin_turn()
        damaged.append(world.call(call, step=0, index=0).content)
    assert damaged[0] == damaged[1]
    assert len({str(each) for each in damaged}) > 1
