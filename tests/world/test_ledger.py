"""The ledger under any calls: what it holds is all that changes the state, and once an intent."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.world.small_world import begun, call_of, spec_of
from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Spec
from toolspec.world import SimulatedWorld

TOOLS: Any = {
    "pay": {
        "effect": "mutate",
        "confirm": "never",
        "idempotency_key": "key",
        "stub": [
            {"when": "args.id == 'z'", "error": "DECLINED"},
            {"append": {"paid": "{{ args.id }}"}, "return": {"n": "{{ state.paid | length }}"}},
        ],
    },
    "tag": {
        "effect": "mutate",
        "confirm": "never",
        "stub": [{"set": {"tags[args.id]": "{{ args.tier }}"}, "return": {"ok": True}}],
    },
    "untag": {
        "effect": "propose",
        "stub": [
            {"when": "state.tags[args.id] is not defined", "error": "NOT_FOUND"},
            {"delete": ["tags[args.id]"], "return": {"ok": True}},
        ],
    },
    "list": {"effect": "read", "stub": [{"pages": {"items": "state.paid", "size": 2}}]},
}
FAULTS: Any = [
    None,
    {"tool": "pay", "call": 2, "kind": "timeout_after_commit"},
    {"tool": "pay", "call": 1, "kind": "timeout_before_commit"},
    {"tool": "pay", "call": 1, "kind": "duplicate_delivery"},
    {"tool": "tag", "call": 2, "kind": "stale_state"},
    {"tool": "tag", "call": 1, "kind": "delay", "ms": 3000, "timeout_ms": 1000},
    {"tool": "list", "call": 1, "kind": "corrupt"},
]


def _spec(fault: Any) -> Spec:
    row = {"tools": TOOLS, "state": {"paid": [], "tags": {"a": "gold"}}}
    return spec_of(row if fault is None else {**row, "fault": fault})


SPECS = [_spec(each) for each in FAULTS]
IDS = st.sampled_from(["a", "б", "z"])
KEYS = st.sampled_from(["k1", "k2"])
PAYMENTS = st.fixed_dictionaries({"id": IDS, "key": KEYS})
CALLS = st.lists(
    st.one_of(
        st.tuples(st.just("pay"), PAYMENTS),
        st.tuples(st.just("tag"), st.fixed_dictionaries({"id": IDS, "tier": IDS})),
        st.tuples(st.just("untag"), st.fixed_dictionaries({"id": IDS})),
        st.tuples(st.just("list"), st.fixed_dictionaries({}, optional={"cursor": KEYS})),
        st.tuples(st.just("drop"), st.fixed_dictionaries({"id": IDS})),
    ),
    max_size=12,
)


def played(spec: Spec, calls: Any, seed: int = 1) -> tuple[SimulatedWorld, list[JsonObject]]:
    world = begun(spec, seed=seed)
    events: list[JsonObject] = []
    for step, (tool, arguments) in enumerate(calls):
        events += world.call(call_of(tool, dict(arguments)), step=step, index=0).events
    return world, [*events, world.closing_event()]


@given(st.sampled_from(SPECS), CALLS)
def test_the_writes_of_the_ledger_alone_make_the_end_state(spec: Spec, calls: Any) -> None:
    world, events = played(spec, calls)
    state: Any = {"paid": [], "tags": {"a": "gold"}}
    for effect in events[-1]["ledger"]:
        for write in effect["writes"]:
            put(state, write)
    assert events[-1]["state"] == state
    # Reading back changes nothing.
    assert world.closing_event() == events[-1]


def put(state: Any, write: Json) -> None:
    """Make one write by what the journal says of it: `paid`, or `tags` and a key."""
    if write["path"] == "paid":
        assert (write["op"], state["paid"]) == ("append", write["before"])
        state["paid"] = write["after"]
        return
    key = write["path"].removeprefix("tags").strip(".[]'")
    assert state["tags"].get(key) == write["before"]
    if write["op"] == "delete":
        del state["tags"][key]
    else:
        state["tags"][key] = write["after"]


@given(st.sampled_from(SPECS), CALLS, st.integers(0, 9))
def test_the_same_calls_and_seed_give_the_same_events_byte_by_byte(
    spec: Spec, calls: Any, seed: int
) -> None:
    first, second = (json.dumps(played(spec, calls, seed)[1]) for _ in range(2))
    assert first == second


@given(st.sampled_from(SPECS), CALLS)
def test_one_key_never_has_two_effects(spec: Spec, calls: Any) -> None:
    _, events = played(spec, calls)
    keys = Counter(each["key"] for each in events[-1]["ledger"] if each["tool"] == "pay")
    assert set(keys.values()) <= {1}


@given(st.sampled_from(SPECS), CALLS, PAYMENTS)
def test_a_retry_under_its_key_gives_the_first_result_and_changes_nothing(
    spec: Spec, calls: Any, payment: JsonObject
) -> None:
    world, _ = played(spec, calls)
    tries = [
        world.call(call_of("pay", dict(payment)), step=100 + number, index=0).made
        for number in range(4)
    ]
    # The third try comes after every planned fault, and after a commit if there can be one.
    assert tries[2].status != "uncertain"
    assert (tries[2].status, tries[2].result) == (tries[3].status, tries[3].result)
    committed = [
        each
        for each in world.closing_event()["ledger"]
        if each["tool"] == "pay" and each["key"] == payment["key"]
    ]
    assert len(committed) <= 1


@given(CALLS)
def test_what_is_refused_or_failed_is_in_no_ledger(calls: Any) -> None:
    _, events = played(SPECS[0], calls)
    good = [
        each["step"]
        for each in events
        if each["event"] == "tool_result" and each["status"] == "executed"
    ]
    assert {each["step"] for each in events[-1]["ledger"]} <= set(good)
