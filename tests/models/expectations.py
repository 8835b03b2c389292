"""Small specs and what a simulated model says to them, for the tests of the simulated models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_text
from toolspec.models import Answer
from toolspec.spec import Spec
from toolspec.trace import Decision, ToolCall

SOURCE: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "small.yaml").read_text("utf-8"))


def load(case: dict[str, Any], **changes: Any) -> Spec | None:
    source = {
        **SOURCE,
        "cases": [{"id": "c", "user": SOURCE["cases"][0]["user"]} | case],
        **changes,
    }
    loaded = load_text("s.yaml", json.dumps(source, ensure_ascii=False), {}, Diagnostics())
    return None if loaded is None else loaded.spec


def decided(said: Answer) -> Decision:
    if said.refusal is not None:
        return Decision(kind="refusal", reason="model", text=said.refusal)
    calls = tuple(
        ToolCall(call_id="i", name=each.tool, arguments=each.arguments, raw_arguments="")
        for each in said.calls
    )
    return Decision(kind="tool_call" if calls else "text", text=said.text, calls=calls)


WORDS = st.sampled_from(["да", "нет", "номер", "Отмен", "ё", "17"])
RULES = st.fixed_dictionaries(
    {},
    optional={
        "mentions_all": st.lists(WORDS, min_size=1, max_size=2),
        "mentions_any": st.lists(WORDS, min_size=1, max_size=2),
        "mentions_none": st.lists(WORDS, min_size=1, max_size=2),
        "number": st.integers(0, 2000),
        "ignore_case": st.booleans(),
    },
).filter(lambda rule: set(rule) - {"ignore_case"})
IDS = st.sampled_from(
    ["ORD-123456", "ORD-777777", {"$any": True}, {"$regex": "^ORD-[0-9]+$"}, {"$contains": "777"}]
)
KILOS = st.sampled_from(
    [1, 2.5, {"$approx": {"value": 3, "abs": 0.5}}, {"$any": True}, {"$one_of": [4, 5]}]
)
CALLS = st.one_of(
    st.fixed_dictionaries(
        {
            "call": st.just("get_order"),
            "args": st.fixed_dictionaries({}, optional={"order_id": IDS}),
        },
        optional={"match": st.sampled_from(["exact", "subset"])},
    ),
    st.fixed_dictionaries(
        {
            "call": st.just("quote"),
            "args": st.fixed_dictionaries(
                {}, optional={"kilos": KILOS, "mode": st.sampled_from(["slow", "fast"])}
            ),
        },
        optional={"match": st.sampled_from(["exact", "subset"])},
    ),
)
NEVER = st.lists(
    st.fixed_dictionaries(
        {"call": st.sampled_from(["get_order", "cancel", "quote"])},
        optional={"args": st.sampled_from([{}, {"mode": "slow"}, {"order_id": "ORD-123456"}])},
    ),
    min_size=1,
    max_size=2,
)
SEVERAL = st.fixed_dictionaries(
    {
        "calls": st.one_of(
            st.lists(CALLS, min_size=2, max_size=3),
            st.fixed_dictionaries({"any_order": st.lists(CALLS, min_size=2, max_size=3)}),
        )
    },
    optional={"parallel": st.sampled_from(["allowed", "required", "forbidden"])},
)
DECISIONS = st.one_of(
    CALLS,
    SEVERAL,
    st.fixed_dictionaries({"clarify": st.just(["order_id"])}, optional={"reply": RULES}),
    st.fixed_dictionaries({"confirm": st.just("cancel")}, optional={"reply": RULES}),
    st.fixed_dictionaries({"answer": st.one_of(st.just(True), RULES)}),
    st.fixed_dictionaries(
        {"refuse": st.one_of(st.just(True), st.just({"words": ["не могу"]}))},
        optional={"reply": RULES},
    ),
    st.fixed_dictionaries({"reply": RULES}),
)
