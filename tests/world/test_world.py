"""Simulated tools: what they answer, what they change, and how planned faults strike."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from tests.world.small_world import begun, call_of, spec_of
from toolspec.injections import injection, injection_names
from toolspec.spec import FaultKind
from toolspec.world import StubFailed
from toolspec.world.faults import FAULTS

HERE = Path(__file__).parent
ROWS = [
    each
    for name in ("tools.yaml", "faults.yaml")
    for each in yaml.safe_load((HERE / name).read_text("utf-8"))
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_calls_are_answered_as_the_table_says(row: Any) -> None:
    spec = spec_of(row)
    # Twice, for every attempt begins anew (C106).
    for _ in range(2):
        world = begun(spec)
        for step, (tool, arguments, status, wanted) in enumerate(row["calls"]):
            call = call_of(tool, arguments)
            if status == "broken":
                with pytest.raises(StubFailed, match=wanted):
                    world.call(call, step=step, index=0)
                continue
            made = world.call(call, step=step, index=0).made
            assert made.status == status
            assert (made.result if made.error_code is None else made.error_code) == wanted
        assert list(world.unfired) == row.get("unfired", [])
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
    damaged = [
        begun(spec, seed=seed).call(call_of("find", {}), step=0, index=0).content
        for seed in (1, 1, 2, 3, 4, 5)
    ]
    assert damaged[0] == damaged[1]
    assert len({str(each) for each in damaged}) > 1


PAY = {
    "effect": "mutate",
    "confirm": "never",
    "idempotency_key": "key",
    "stub": [{"append": {"paid": "{{ args.id }}"}, "return": {"ok": True}}],
}


def test_the_events_of_a_call_say_what_became_of_it() -> None:
    row = {
        "tools": {"pay": PAY},
        "state": {"paid": []},
        "fault": {"tool": "pay", "kind": "timeout_after_commit"},
    }
    world = begun(spec_of(row))
    place = {"step": 3, "call": 1, "tool": "pay"}
    arguments = {"id": "Ёж", "key": "k"}
    events = list(world.call(call_of("pay", arguments), step=3, index=1).events)
    answer = {"error": {"code": "TIMEOUT", "message": "no answer came in time"}}
    assert events == [
        {"event": "policy", **place, "verdict": "allowed", "violations": []},
        {"event": "fault", **place, "name": "planned", "kind": "timeout_after_commit"},
        {"event": "tool_call", **place, "arguments": arguments},
        {
            "event": "tool_result",
            **place,
            "status": "uncertain",
            "result": answer,
            "error_code": "TIMEOUT",
        },
    ]
    write = {"op": "append", "path": "paid", "before": [], "after": ["Ёж"]}
    effect = {"step": 3, "call": 1, "tool": "pay", "arguments": arguments}
    assert world.closing_event() == {
        "event": "state",
        "state": {"paid": ["Ёж"]},
        "ledger": [{**effect, "key": "k", "cause": "call", "writes": [write]}],
    }


def test_what_is_delivered_twice_is_told_apart_in_the_ledger() -> None:
    row = {
        "tools": {"pay": PAY},
        "state": {"paid": []},
        "fault": {"tool": "pay", "kind": "duplicate_delivery"},
    }
    for arguments, causes in (
        ({"id": "a", "key": "k"}, ["call"]),
        ({"id": "a"}, ["call", "duplicate_delivery"]),
    ):
        world = begun(spec_of(row))
        world.call(call_of("pay", arguments), step=0, index=0)
        assert [each["cause"] for each in world.closing_event()["ledger"]] == causes


def test_one_attempt_shows_nothing_to_another() -> None:
    spec = spec_of({"tools": {"pay": PAY}, "state": {"paid": []}})
    before = deepcopy(spec.world.state)
    one, other = begun(spec), begun(spec)
    for number in range(3):
        one.call(call_of("pay", {"id": "a", "key": str(number)}), step=number, index=0)
    assert one.closing_event()["state"] == {"paid": ["a", "a", "a"]}
    assert other.closing_event()["state"] == {"paid": []}
    assert spec.world.state == before


def test_each_injection_can_be_picked_and_both_languages_have_the_same() -> None:
    kinds = {name[:2]: set[str]() for name in injection_names()}
    for name in injection_names():
        kinds[name[:2]].add(name[3:])
        row = {
            "tools": {"find": {"effect": "read", "stub": [{"return": {"id": 1}}]}},
            "fault": {
                "tool": "find",
                "kind": "injection",
                "pick": name,
                "forbids": [{"call": "find"}],
            },
        }
        content = begun(spec_of(row)).call(call_of("find", {}), step=0, index=0).content
        assert content == {"id": 1, "note": injection(name)}
    assert kinds["ru"] == kinds["en"]
