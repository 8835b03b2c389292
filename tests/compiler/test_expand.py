"""The id of an attempt is the hash of what the model is sent and of where it is sent."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.compiler.expand import attempts
from toolspec.compiler.select import select_targets
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_text
from toolspec.plan import Plan, content_hash
from toolspec.provider import UserTurn

SPEC = """\
toolspec: 1
name: orders
version: "1"
prompt: {id: p, version: v1, text: Помогай.}
tools:
  get_order:
    description: Look up an order.
    effect: read
    arguments: {order_id: {ask: [номер]}}
    parameters:
      type: object
      properties: {order_id: {type: string}}
      required: [order_id]
      additionalProperties: false
  cancel_order: {description: Cancel., effect: mutate, ask: [отмен]}
cases:
  - id: one
    tags: [ru]
    user: Где ORD-1?
    expect: {call: get_order, args: {order_id: ORD-1}}
targets:
  a: {adapter: openai_chat, model: m, base_url: "https://host/v1", key_env: KEY}
run: {temperature: 0, seed: 7, repetitions: 2}
gate: {cases: {min_pass_rate: 1}}
"""


def ids(text: str, targets: tuple[str, ...] = ()) -> list[str]:
    problems = Diagnostics()
    loaded = load_text("f.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems]
    chosen = select_targets(loaded.spec, targets, (), problems)
    plan = Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=chosen)
    found = [each.id for each in attempts(plan)]
    assert len(found) == plan.size
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: orders", "name: other"),
        ('version: "1"', 'version: "2"'),
        ("id: p, version: v1", "id: q, version: v2"),
        ("effect: mutate, ask: [отмен]", "effect: propose, ask: [отказ]"),
        ("ask: [номер]", "ask: [идентификатор], grounded: verbatim"),
        ("tags: [ru]", "tags: [en, direct]\n    title: First"),
        ("expect: {call: get_order, args: {order_id: ORD-1}}", "expect: {answer: true}"),
        ("min_pass_rate: 1", "min_pass_rate: 0.5"),
        ("key_env: KEY", "key_env: OTHER_KEY"),
        ("repetitions: 2", "repetitions: 2, parallelism: 9, timeout: 5s, retry: {attempts: 1}"),
        (
            "prompt: {id: p, version: v1, text: Помогай.}",
            "prompt: {text: Помогай., version: v1, id: p}",
        ),
        ("\ncases:", "\n# a comment\ncases: # and another"),
        ("\n", "\r\n"),
        (
            "type: object\n      properties: {order_id: {type: string}}\n",
            "properties: {order_id: {type: string}}\n      type: object\n",
        ),
    ],
)
def test_what_the_model_does_not_see_keeps_the_id(old: str, new: str) -> None:
    assert old in SPEC
    assert ids(SPEC.replace(old, new)) == ids(SPEC)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("text: Помогай.", "text: Помогай!"),
        ("description: Look up an order.", "description: Look up one order."),
        (
            "properties: {order_id: {type: string}}",
            "properties: {order_id: {type: string, minLength: 1}}",
        ),
        ("user: Где ORD-1?", "user: Где ORD-1"),
        ("id: one", "id: two"),
        ("model: m", "model: n"),
        ("https://host/v1", "https://host/v2"),
        ("  a: {", "  b: {"),
        ("temperature: 0", "temperature: 0.5"),
        ("seed: 7", "seed: 8"),
        ("seed: 7", "seed: 7, tool_choice: auto"),
        ("seed: 7", "seed: 7, parallel_tool_calls: false"),
        ("seed: 7", "seed: 7, max_output_tokens: 100"),
    ],
)
def test_what_the_model_sees_changes_the_id(old: str, new: str) -> None:
    assert old in SPEC
    assert not set(ids(SPEC.replace(old, new))) & set(ids(SPEC))


def test_every_repetition_has_its_own_id_and_keeps_it() -> None:
    three = ids(SPEC.replace("repetitions: 2", "repetitions: 3"))
    assert three[:2] == ids(SPEC)
    assert len(set(three)) == 3


def test_the_built_in_model_has_the_same_id_wherever_it_listens() -> None:
    found = ids(SPEC, ("reference",))
    assert found == ids(SPEC.replace("https://host/v1", "https://other/v1"), ("reference",))
    assert not set(found) & set(ids(SPEC))


DONE = """\
toolspec: 1
name: orders
version: "1"
prompt: {id: p, version: v1, text: Помогай.}
tools:
  get_order:
    description: Look up an order.
    effect: read
    requires: {scopes: [read]}
    errors: {BUSY: transient}
    stub: [{return: {status: new}}]
  cancel_order:
    description: Cancel.
    effect: mutate
    ask: [отмен]
    parameters:
      type: object
      properties: {id: {type: string}, key: {type: string}}
      additionalProperties: false
    stub: [{return: {ok: true}}]
  idle: {description: Idle., stub: [{return: 1}]}
world: {principal: {user: u, scopes: [read]}, state: {orders: {}}}
faults: {slow: {tool: get_order, kind: delay, ms: 5}}
trajectories:
  way: {start: a, states: {a: {call.get_order: b}, b: {reply: c, user: c}}, accept: [c]}
cases:
  - id: one
    tools: [get_order, cancel_order]
    faults: [slow]
    trajectory: way
    turns:
      - {user: Где ORD-1?, expect: {call: get_order}}
      - user: Отмени
        approves: {cancel_order: {id: A}}
        expect: {call: cancel_order, args: {id: A}}
    expect: {max_calls: {get_order: 3}}
targets:
  a: {adapter: openai_chat, model: m, base_url: "https://host/v1"}
run: {seed: 7, max_steps: 4, repetitions: 2}
"""
# The ids of `SPEC` from before there were runs to the end: recorded runs keep theirs.
RECORDED = [
    "536d308c78c95eb70e84c8316a2c05696abcf9a6d9459a03ddab7e3d30717ee8",
    "d9a3be5b85730796bfa3e15ee462918f5961456fc406e5f9d01bf9e286fa118c",
]
CONTEXT = 'matrix: {context: {blocks: [2, 12], text: "Запись {n:02}.", needle: "Метка K-7."}}\n'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("max_calls: {get_order: 3}", "checks: ['true']"),
        ("accept: [c]", "accept: [b, c]"),
        ("expect: {call: get_order}", "expect: {answer: true}"),
        ("ask: [отмен]", "ask: [отказ]"),
        ("id: one", "tags: [ru]\n    id: one"),
        ("stub: [{return: 1}]", "stub: [{return: 2}]"),
        ("world: {", "# a comment moves the rest\nworld: {"),
    ],
)
def test_what_only_judges_a_run_to_its_end_keeps_the_id(old: str, new: str) -> None:
    assert old in DONE
    assert ids(DONE.replace(old, new)) == ids(DONE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("user: Отмени", "user: Отмени!"),
        ("approves: {cancel_order: {id: A}}", "approves: {cancel_order: {}}"),
        ("expect: {call: cancel_order, args: {id: A}}", "expect: {call: cancel_order}"),
        ("scopes: [read]}, state", "scopes: []}, state"),
        ("state: {orders: {}}", "state: {orders: {}}, clock: 2026-04-01T09:00:00Z"),
        ("state: {orders: {}}", "state: {orders: {A: 1}}"),
        ("state: {orders: {}}", "state: {orders: {}}, secrets: [x]"),
        ("    faults: [slow]\n", ""),
        ("ms: 5", "ms: 6"),
        ("ms: 5", "ms: 5, call: 2"),
        ("return: {status: new}", "return: {status: old}"),
        ("ask: [отмен]", "ask: [отмен]\n    confirm: never"),
        ("ask: [отмен]", "ask: [отмен]\n    confirm: required"),
        ("ask: [отмен]", "ask: [отмен]\n    completes: true"),
        ("ask: [отмен]", "ask: [отмен]\n    idempotency_key: key"),
        ("ask: [отмен]", "ask: [отмен]\n    returns: {type: object}"),
        ("requires: {scopes: [read]}", "requires: {scopes: [read], tenant: args.id}"),
        ("BUSY: transient", "BUSY: permanent"),
        ("max_steps: 4", "max_steps: 5"),
        ("max_steps: 4", "max_steps: 4, repeat_limit: 5"),
        ("max_steps: 4", "max_steps: 4, attempt_tokens: 5"),
        ("max_steps: 4", "max_steps: 4, max_result_chars: 5"),
    ],
)
def test_what_decides_the_course_of_a_run_changes_the_id(old: str, new: str) -> None:
    assert old in DONE
    assert not set(ids(DONE.replace(old, new))) & set(ids(DONE))


def plan_of(text: str) -> Plan:
    loaded = load_text("f.yaml", text, {}, Diagnostics())
    assert loaded is not None
    return Plan(spec=loaded.spec, cases=loaded.spec.cases, targets=loaded.spec.targets)


def test_the_id_of_a_first_decision_is_what_it_always_was() -> None:
    assert ids(SPEC) == RECORDED
    tool = "effect: mutate, ask: [отмен]"
    assert ids(SPEC.replace(tool, f"{tool}, completes: true, stub: [{{return: 1}}]")) == RECORDED
    assert ids(SPEC.replace("repetitions: 2", "repetitions: 2, max_steps: 3")) == RECORDED


def test_each_repetition_has_the_next_seed() -> None:
    assert [each.seed for each in attempts(plan_of(SPEC))] == [7, 8]
    assert [each.seed for each in attempts(plan_of(SPEC.replace("seed: 7, ", "")))] == [0, 1]


def test_the_requests_of_a_dialogue_are_counted_by_step_and_message() -> None:
    plan = plan_of(DONE)
    assert (plan.size, plan.requests_at_most) == (2, 2 * 2 * 4 * 3)


def test_levels_of_context_are_series_of_their_own() -> None:
    plan = plan_of(SPEC + CONTEXT)
    found = [each for each in attempts(plan) if each.repetition == 1]
    assert plan.variants == ("base", "context=2", "context=12")
    assert [each.variant for each in found] == list(plan.variants)
    assert plan.size == len({each.id for each in attempts(plan)}) == 6
    said = [each.conversation[-1] for each in found]
    texts = [each.text for each in said if isinstance(each, UserTurn)]
    assert texts[0] == "Метка K-7.\n\nГде ORD-1?"
    assert texts[1] == "Запись 01.\n\nЗапись 02.\n\nМетка K-7.\n\nГде ORD-1?"
    assert texts[2].count("Запись") == 12


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text(max_size=5), VALUES))
def test_a_content_hash_does_not_depend_on_the_order_of_keys(value: dict[str, Any]) -> None:
    assert content_hash(value) == content_hash(dict(reversed(value.items())))


def test_a_content_hash_takes_numbers_of_any_size_and_broken_text() -> None:
    assert content_hash({"a": 10**30}) != content_hash({"a": 10**30 + 1})
    assert content_hash("\ud83d") != content_hash("?")


def test_the_model_is_told_the_time_of_its_own_world() -> None:
    document = yaml.safe_load(SPEC)
    document["prompt"] = {**document["prompt"], "clock": "Сейчас {clock}."}
    document["world"] = {"clock": "2026-03-01T10:00:00+03:00"}
    problems = Diagnostics()
    loaded = load_text("s.yaml", yaml.safe_dump(document, allow_unicode=True), {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    told = loaded.spec.instructions(loaded.spec.cases[0])
    assert told.endswith("\n\nСейчас 2026-03-01T10:00:00+03:00.")
