from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.judge import Judge
from toolspec.loading import load_text
from toolspec.results import LAYERS, Verdict
from toolspec.signatures import signature_of
from toolspec.trace import Decision, ToolCall

TOOL = {"description": "t", "effect": "read", "parameters": {"type": "object", "properties": {}}}


def judge(case: dict[str, Any], decision: Decision, **parts: Any) -> Verdict:
    source = {
        "toolspec": 1,
        "name": "judge",
        "version": "1",
        "prompt": {"id": "p", "version": "1", "text": "t"},
        "tools": {"find": TOOL},
        "cases": [{"id": "c", "user": "u"} | case],
    } | parts
    problems = Diagnostics()
    loaded = load_text("s.yaml", json.dumps(source), {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return Judge(loaded.spec).judge(loaded.spec.cases[0], decision)


def call(name: str, arguments: dict[str, Any] | None, raw: Any = None) -> ToolCall:
    return ToolCall(call_id=None, name=name, arguments=arguments, raw_arguments=raw)


def calls(*made: ToolCall) -> Decision:
    return Decision(kind="tool_call", calls=made)


def test_an_unchecked_case_has_no_verdict_but_a_signature() -> None:
    verdict = judge({"expect": "unchecked"}, Decision(kind="text", text="x"))
    assert (verdict.outcome, verdict.findings, verdict.layers) == ("unchecked", (), ())
    assert verdict.signature
    assert verdict.wants_call is None


@pytest.mark.parametrize("rule", [{"matches": "^(a|aa)+$"}, {"not": {"matches": "^(a|aa)+$"}}])
def test_a_check_that_cannot_be_evaluated_is_an_error_in_both_polarities(
    rule: dict[str, Any],
) -> None:
    reply = Decision(kind="text", text="a" * 60 + "!")
    verdict = judge({"expect": {"answer": rule}}, reply)
    assert verdict.outcome == "check_error"
    assert verdict.classification == "check_error"
    assert "takes too long" in verdict.findings[0].message


def test_the_first_failing_layer_is_named_and_later_ones_are_judged_all_the_same() -> None:
    tool = {**TOOL, "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    case = {"expect": {"call": "find", "args": {"n": 1}}}
    verdict = judge(case, calls(call("find", {"n": "2"})), tools={"find": tool})
    assert verdict.failed_layer == "schema"
    assert verdict.layers == (
        ("decision", True),
        ("tool", True),
        ("parse", True),
        ("schema", False),
        ("value", False),
        ("policy", True),
    )
    assert verdict.classification == "invalid_args"
    assert verdict.holds("grounding") is None


def test_the_rules_that_let_a_value_through_are_named_once() -> None:
    case = {"expect": {"call": "find", "args": {"n": {"$any": True}}}}
    verdict = judge(case, calls(call("find", {"n": 1})))
    assert verdict.outcome == "pass"
    assert verdict.allowances == ("/n: $any",)


def test_a_signature_does_not_depend_on_words_ids_or_the_order_of_keys_and_calls() -> None:
    one = calls(call("a", {"x": 1, "y": 2}), call("b", {}))
    other = Decision(
        kind="tool_call", text="so", calls=(call("b", {}), call("a", {"y": 2, "x": 1}, "{}"))
    )
    assert signature_of(one) == signature_of(other)


@pytest.mark.parametrize(
    "other",
    [
        calls(call("a", {"x": 2})),
        calls(call("b", {"x": 1})),
        calls(call("a", None, '{"x": 1')),
        calls(call("a", {"x": 2**70})),
        calls(call("a", {"x": "\ud83d"})),
        Decision(kind="text", text="x"),
        Decision(kind="refusal", reason="model"),
    ],
)
def test_a_signature_tells_decisions_apart(other: Decision) -> None:
    assert signature_of(calls(call("a", {"x": 1}))) != signature_of(other)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("аёaA ", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("pq", min_size=1), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=2), VALUES, max_size=3))
def test_changing_any_scalar_of_a_passing_call_fails_it(arguments: dict[str, Any]) -> None:
    case = {"expect": {"call": "find", "args": arguments}}
    assert judge(case, calls(call("find", arguments))).outcome == "pass"
    for changed in mutants(arguments):
        assert judge(case, calls(call("find", changed))).outcome == "fail"


def mutants(value: Any) -> Iterator[Any]:
    """The value with one scalar changed, for each of its scalars."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            for changed in mutants(value[key]):
                whole = copy.copy(value)
                whole[key] = changed
                yield whole
    else:
        yield "changed"


DECISIONS = st.builds(
    Decision,
    kind=st.sampled_from(["tool_call", "text", "refusal", "invalid"]),
    reason=st.sampled_from([None, "empty", "truncated", "model", "provider_filter"]),
    text=st.none() | st.text(max_size=5),
    calls=st.lists(
        st.builds(
            ToolCall,
            call_id=st.none(),
            name=st.sampled_from([None, "find", "nope"]),
            arguments=st.none() | st.dictionaries(st.text(max_size=2), VALUES, max_size=2),
            raw_arguments=st.none() | st.text(max_size=5),
            defect=st.sampled_from([None, "unknown_tool", "not_json", "double_encoded"]),
        ),
        max_size=3,
    ).map(tuple),
)
EXPECTED = [
    {"call": "find"},
    {"answer": True},
    {"refuse": True},
    {"never": [{"call": "find"}]},
    {"calls": [{"find": {"a": 1}}, {"find": {}}], "parallel": "allowed"},
]


@given(st.sampled_from(EXPECTED), DECISIONS)
def test_every_decision_gets_a_verdict_whose_layers_agree_with_its_findings(
    expect: dict[str, Any], decision: Decision
) -> None:
    verdict = judge({"expect": expect}, decision)
    assert verdict.outcome == ("fail" if verdict.findings else "pass")
    failed = {layer for layer, holds in verdict.layers if not holds}
    assert failed == {each.layer for each in verdict.findings}
    order = [LAYERS.index(each.layer) for each in verdict.findings]
    assert order == sorted(order)
