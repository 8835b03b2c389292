"""The id of an attempt is the hash of what the model is sent and of where it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.compiler.expand import attempts
from toolspec.compiler.select import select_targets
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_text
from toolspec.plan import Plan, content_hash

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
