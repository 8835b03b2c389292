"""Python functions that answer for a tool: what they are given, and what is made of it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.small_world import begun, call_of, spec_of
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import identical
from toolspec.world import Hook, HookError, HookWorld, SimulatedWorld, StubFailed, load_hooks
from toolspec.world.hooks import changes_between
from toolspec.world.ledger import applied

HOOKS = """
from toolspec.world import ToolError

SHARED = [1]


def pay(args, state, world):
    order = state["orders"].get(args["id"])
    state["log"].append(args["id"])
    if order is None:
        raise ToolError("NOT_FOUND", f"заказа {args['id']} нет")
    args["id"] = "changed"
    order["paid"] = True
    state["at"] = world.clock
    state["by"] = world.principal["user"]
    del state["draft"]
    return {"ok": True, "lines": (1, 2)}


def share(args, state, world):
    state["shared"] = SHARED
    SHARED.append(len(SHARED) + 1)
    return SHARED


def strange(args, state, world):
    state["odd"] = {1, 2}
    return {}


def broken(args, state, world):
    state["draft"] = "lost"
    return 1 / 0
"""
STATE: JsonObject = {"orders": {"1": {"paid": 1}}, "log": [], "draft": "x"}


def world_of(folder: Path, function: str, **more: Any) -> SimulatedWorld:
    (folder / "hooks.py").write_text(HOOKS, encoding="utf-8")
    tool = {"effect": "mutate", "confirm": "never", "stub": f"hooks:{function}", **more}
    spec = spec_of({"tools": {"pay": tool}, "state": STATE})
    return begun(spec, hooks=dict(load_hooks(spec, folder)))


def test_what_a_function_changed_is_committed(tmp_path: Path) -> None:
    world = world_of(tmp_path, "pay")
    call = call_of("pay", {"id": "1"})
    answered = world.call(call, step=0, index=0)
    assert answered.content == {"ok": True, "lines": [1, 2]}
    assert call.arguments == {"id": "1"}
    end = world.closing_event()
    clock = "2026-03-01T10:00:00+03:00"
    assert identical(
        end["state"], {"orders": {"1": {"paid": True}}, "log": ["1"], "at": clock, "by": "u"}
    )
    writes = [(each["op"], each["path"]) for each in end["ledger"][0]["writes"]]
    assert sorted(writes) == [
        ("delete", "draft"),
        ("set", "at"),
        ("set", "by"),
        ("set", "log"),
        ("set", "orders.1.paid"),
    ]


def test_an_error_of_the_tool_changes_nothing(tmp_path: Path) -> None:
    world = world_of(tmp_path, "pay")
    made = world.call(call_of("pay", {"id": "7"}), step=0, index=0).made
    assert (made.status, made.error_code) == ("failed", "NOT_FOUND")
    assert made.result == {"error": {"code": "NOT_FOUND", "message": "заказа 7 нет"}}
    end = world.closing_event()
    assert (end["state"], end["ledger"]) == (STATE, [])


@pytest.mark.parametrize(
    ("function", "reason", "more"),
    [
        ("broken", "ZeroDivisionError", {}),
        ("strange", "not JSON", {}),
        ("pay", "breaks `returns` at /ok", {"returns": {"properties": {"ok": {"const": False}}}}),
    ],
)
def test_a_broken_function_is_the_fault_of_the_spec(
    tmp_path: Path, function: str, reason: str, more: Any
) -> None:
    world = world_of(tmp_path, function, **more)
    with pytest.raises(StubFailed, match=reason):
        world.call(call_of("pay", {"id": "1"}), step=0, index=0)
    assert world.closing_event()["state"] == STATE


def test_what_a_function_keeps_for_itself_is_not_the_state(tmp_path: Path) -> None:
    world = world_of(tmp_path, "share")
    first = world.call(call_of("pay", {}), step=0, index=0).content
    world.call(call_of("pay", {}), step=1, index=0)
    end = world.closing_event()
    assert first == [1, 2]
    assert [each["writes"][0]["after"] for each in end["ledger"]] == [[1, 2], [1, 2, 3]]
    assert end["state"]["shared"] == [1, 2, 3]


def test_two_specs_may_call_their_modules_the_same(tmp_path: Path) -> None:
    spec = spec_of({"tools": {"find": {"effect": "read", "stub": "hooks:find"}}})
    found = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "hooks.py").write_text(f"def find(args, state, world):\n    return {number}\n")
        found.append(answer(load_hooks(spec, folder)["find"]))
    assert found == [1, 2]


def answer(hook: Hook) -> Json:
    return hook({}, {}, HookWorld(clock=None, principal=None))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No module named"),
        ("", "has no attribute 'find'"),
        ("find = 3", "is no function"),
        ("def find(:", "invalid syntax"),
        ("1 / 0", "division by zero"),
    ],
)
def test_a_function_that_cannot_be_loaded_is_named(
    tmp_path: Path, text: str | None, reason: str
) -> None:
    if text is not None:
        (tmp_path / "odd_hooks.py").write_text(text)
    spec = spec_of({"tools": {"find": {"effect": "read", "stub": "odd_hooks:find"}}})
    with pytest.raises(HookError, match=f"`odd_hooks:find`.*{reason}"):
        load_hooks(spec, tmp_path)


SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2) | st.text(max_size=2)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "б", "", "a.b", "0"]), inner, max_size=3)
    ),
    max_leaves=8,
)
STATES = st.dictionaries(st.sampled_from(["a", "б", "", "x"]), VALUES, max_size=4)


@given(STATES, STATES)
def test_the_writes_lead_from_one_state_to_the_other(
    before: dict[str, Json], after: dict[str, Json]
) -> None:
    kept = deepcopy(before)
    state: Json = before
    for change in changes_between(before, after):
        state = applied(state, change)
    assert identical(state, after)
    assert identical(before, kept)
