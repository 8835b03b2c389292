"""How far a case is run, and what a case that is run to its end holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file, load_text
from toolspec.spec import (
    Case,
    Check,
    Claim,
    ErrorRule,
    Principal,
    Requirement,
    Spec,
    StateRule,
    StubAnswer,
    StubError,
    Write,
)

HERE = Path(__file__).parent
TABLE: list[dict[str, Any]] = yaml.safe_load((HERE / "until.yaml").read_text(encoding="utf-8"))
SPEC = """\
toolspec: 1
name: runs
version: "1"
prompt: {{id: p, version: v1, text: Помогай.}}
tools:
  look: {{description: Look., effect: read{stub}}}
  ship: {{description: Ship.{stub}}}
  find:
    description: Find.
    effect: read
    parameters: {{type: object, properties: {{id: {{}}}}, additionalProperties: false}}
    {finds}
faults: {{lost: {{tool: look, kind: timeout_after_commit}}}}
trajectories: {{way: {{start: a, states: {{a: {{call.look: b}}}}, accept: [b]}}}}
cases:
  - {{id: one, user: x, {case}}}
"""


def outcome(case: str, *, stubs: bool) -> str:
    """How far a case is run, or the code of the error."""
    stub = ", stub: [{return: {id: 1}}]" if stubs else ""
    text = SPEC.format(case=case, stub=stub, finds=stub.lstrip(", "))
    problems = Diagnostics()
    loaded = load_text("f.yaml", text, {}, problems)
    if loaded is None:
        (error,) = problems.errors
        return error.code
    return loaded.spec.cases[0].until


@pytest.mark.parametrize("row", TABLE, ids=[each["case"] for each in TABLE])
def test_how_far_a_case_is_run_follows_from_what_it_expects(row: dict[str, Any]) -> None:
    assert outcome(row["case"], stubs=True) == row["stubs"]
    assert outcome(row["case"], stubs=False) == row["none"]


def full() -> Spec:
    found = load_file(HERE / "full.yaml", Diagnostics())
    assert found is not None
    return found.spec


def dialogue(spec: Spec) -> Case:
    case = spec.case("dialogue")
    assert case is not None
    return case


def test_a_dialogue_keeps_its_turns_and_begins_with_the_first() -> None:
    case = dialogue(full())
    assert (case.until, case.user, case.approves) == ("done", "Что с A-1?", ())
    assert [each.user for each in case.dialogue] == ["Что с A-1?", "Отправь"]
    assert [each.tool for each in case.turns[1].approves] == ["ship"]
    expected = [each.expect for each in case.turns]
    assert all(each is not None and each.parallel == "allowed" for each in expected)


def test_a_whole_run_has_its_expectations_in_their_long_form() -> None:
    expect = dialogue(full()).expect
    assert (expect.parallel, expect.is_ordered) == ("allowed", False)
    assert [each.after for each in expect.calls] == [(), (0,)]
    assert (expect.effects, expect.max_calls) == ({"ship": 1}, {"get_status": 2})
    at: tuple[str | int, ...] = (*dialogue(full()).path, "expect")
    place = "orders['A-1'].status"
    value = {"$one_of": ["sent", "held"]}
    assert expect.state == (StateRule(at=place, value=value, path=(*at, "state", place)),)
    length, reply = "calls('get_status') | length == 1", "'A-1' in reply"
    assert expect.checks == (
        Check(name=reply, expression=reply, path=(*at, "checks", 0)),
        Check(name="one look", expression=length, path=(*at, "checks", 1, "one look")),
    )
    assert expect.claims == (
        Claim(when_text=("отправлен",), needs_success_of="ship", path=(*at, "claims", 0)),
    )


def test_the_world_of_a_case_is_laid_over_that_of_the_spec() -> None:
    spec = full()
    world = spec.world_of(dialogue(spec))
    assert world.clock == "2026-05-01T09:00:00+03:00"
    assert world.principal == Principal(user="u-1", tenant="acme", scopes=("orders:read",))
    assert world.secrets == ("CANARY",)
    assert world.state == {**spec.world.state, "log": [{"id": "A-0"}]}
    assert spec.world.state["log"] == []


def test_the_options_of_faults_are_those_of_their_kind_with_defaults() -> None:
    faults = {each.name: (each.call, each.options) for each in dialogue(full()).faults}
    assert faults["slow"] == (1, {"ms": 900, "timeout_ms": 500})
    assert faults["robbed"] == (1, {"scopes": ["orders:write"]})
    assert faults["lured"][1]["into"] == "note"


def test_a_trajectory_has_its_last_states_too() -> None:
    trajectory = dialogue(full()).trajectory
    assert trajectory is not None
    assert trajectory.states["done"] == {}
    assert trajectory.states["wait"] == {"user.approves": "act"}


def test_the_rules_of_a_tool_have_their_long_form() -> None:
    tool, ship = full().tool("get_status"), full().tool("ship")
    assert tool is not None
    assert ship is not None
    assert tool.errors == {
        "NOT_FOUND": ErrorRule(is_transient=False),
        "BUSY": ErrorRule(is_transient=True, retries=1),
        "LATE": ErrorRule(is_transient=True, retries=2, is_exact=True),
    }
    tenant = "state.orders[args.id].tenant"
    assert tool.requires == Requirement(scopes=("orders:read",), tenant=tenant)
    assert [(each.result, each.error) for each in tool.samples] == [
        ({"status": "sent"}, None),
        (None, "NOT_FOUND"),
    ]
    assert (ship.idempotency_key, ship.completes) == ("request_id", True)


def test_the_rules_of_a_stub_have_their_long_form() -> None:
    tool, ship = full().tool("get_status"), full().tool("ship")
    assert tool is not None
    assert tool.stub is not None
    assert ship is not None
    assert ship.stub is not None
    message = "Нет заказа {{ args.id }}"
    missing = StubAnswer(error=StubError(code="NOT_FOUND", message=message))
    assert tool.stub.rules[0].answer == missing
    rows = tool.stub.rules[1].rows
    assert rows is not None
    assert rows.default == StubAnswer(error=StubError(code="NOT_FOUND"))
    assert [each.result for each in ship.stub.rules[0].sequence] == [None, {"ok": True}]
    answer = ship.stub.rules[1].answer
    assert answer is not None
    assert answer.writes == (
        Write(op="set", path="orders[args.id].status", value="sent"),
        Write(op="append", path="log", value={"id": "{{ args.id }}"}),
        Write(op="delete", path="drafts[args.id]"),
    )
