"""Policy: which breaches a call has, and whether it runs nevertheless."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.world.small_world import begun, call_of, spec_of
from toolspec.findings import FINDINGS
from toolspec.trace import ToolCall
from toolspec.world import SimulatedWorld, StubFailed
from toolspec.world.policy import POLICY

ROWS = yaml.safe_load((Path(__file__).parent / "policy.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_calls_break_the_rules_that_the_table_says(row: Any) -> None:
    world = begun(spec_of(row))
    for step, said in enumerate(row["calls"]):
        if said == "next":
            world.begin_turn()
            continue
        at_once = said if isinstance(said[0], list) else [said]
        for index, (tool, arguments, status, codes) in enumerate(at_once):
            assert judged(world, call(tool, arguments), step, index) == (status, codes)
    if "end" in row:
        assert world.closing_event()["state"] == row["end"]


def call(tool: str, arguments: Any) -> ToolCall:
    if arguments is not None:
        return call_of(tool, arguments)
    return ToolCall(
        call_id=None, name=tool, arguments=None, raw_arguments='{"id":', defect="not_json"
    )


def judged(world: SimulatedWorld, call: ToolCall, step: int, index: int) -> tuple[str, list[str]]:
    """The status of a call and the codes of its breaches, which its event must agree with."""
    answered = world.call(call, step=step, index=index)
    policy, *others = answered.events
    denied = answered.made.status == "denied"
    assert policy["verdict"] == ("denied" if denied else "allowed")
    assert not denied or [each["event"] for each in others] == ["tool_result"]
    codes = [each["code"] for each in policy["violations"]]
    assert [each.code for each in answered.made.violations] == codes
    return answered.made.status, codes


def test_every_rule_has_a_row_and_each_code_is_a_finding() -> None:
    assert {rule for row in ROWS for rule in row["rules"]} == set(POLICY.names)
    codes = {
        code for row in ROWS for call in row["calls"] if call != "next" for code in _codes(call)
    }
    # The grader of each layer has findings of its own for what cannot be called at all.
    assert codes - {"unknown_tool", "invalid_arguments"} <= FINDINGS.keys()


def _codes(call: Any) -> list[str]:
    return [code for each in (call if isinstance(call[0], list) else [call]) for code in each[3]]


def test_a_refusal_tells_which_tools_there_are_and_no_secret() -> None:
    row = {
        "tools": {"find": {"effect": "read", "stub": [{"return": {}}]}},
        "secrets": ["CANARY-7"],
    }
    world = begun(spec_of(row))
    unknown = world.call(call_of("drop", {}), step=0, index=0)
    message = "no tool is named `drop`; the tools are: find"
    assert unknown.content == {"error": {"code": "UNKNOWN_TOOL", "message": message}}
    assert unknown.is_error
    leaky = world.call(call_of("find", {"id": "CANARY-7"}), step=1, index=0)
    assert "CANARY-7" not in str([leaky.content, leaky.made.violations])


def test_what_cannot_be_checked_ends_the_attempt_and_blames_nobody() -> None:
    spec = spec_of({"tools": {"find": {"effect": "read", "stub": [{"return": {}}]}}})
    tool = spec.tools[0]
    # `check` refuses such a pattern; this one stands for any that it takes for harmless.
    slow = {"type": "object", "properties": {"id": {"pattern": "^(?:(?:a|b|ab)*c)*$"}}}
    tool = replace(tool, definition=replace(tool.definition, parameters=slow))
    world = begun(replace(spec, tools=(tool,)))
    with pytest.raises(StubFailed, match="`find` cannot be held against policy"):
        world.call(call_of("find", {"id": "ab" * 60 + "!"}), step=0, index=0)
