"""Whole runs on simulated tools: what the model says step by step, and what is made of it."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.episode import Episode
from toolspec.findings import FINDINGS
from toolspec.judge import Judge
from toolspec.loading import load_text
from toolspec.models.reference import decision_of
from toolspec.provider import ProposedCall, Settings, SystemTurn, ToolResultTurn, UserTurn
from toolspec.spec import Spec
from toolspec.story import Story
from toolspec.trace import Decision, Usage

HERE = Path(__file__).parent
SHOP = yaml.safe_load((HERE / "shop.yaml").read_text("utf-8"))
ROWS = yaml.safe_load((HERE / "runs.yaml").read_text("utf-8"))
CASE_KEYS = ("user", "turns", "approves", "faults", "trajectory", "expect", "until", "world")


def spec_of(row: Any) -> Spec:
    document = deepcopy(SHOP)
    case = {key: row[key] for key in CASE_KEYS if row.get(key)}
    document["cases"] = [{"id": "case", **case}]
    for key in ("run", "gate"):
        if key in row:
            document[key] = row[key]
    # What no case uses is a mistake in a spec.
    used = set(row.get("faults", ()))
    document["faults"] = {name: each for name, each in SHOP["faults"].items() if name in used}
    for key, wanted in (("faults", used), ("trajectories", row.get("trajectory"))):
        if not wanted:
            del document[key]
    problems = Diagnostics()
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    loaded = load_text("shop.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return loaded.spec


def said(step: Any, tokens: int | None) -> Decision:
    if isinstance(step, str):
        decision = Decision(kind="text", text=step)
    else:
        listed = step if isinstance(step, list) else [step]
        calls = (next(iter(each.items())) for each in listed)
        decision = decision_of(tuple(ProposedCall(name, args) for name, args in calls))
    return replace(decision, usage=Usage(output_tokens=tokens))


def played(spec: Spec, script: list[Any], *, tokens: int | None = None) -> Episode:
    case = spec.cases[0]
    opening = (SystemTurn(spec.prompt.text), UserTurn(case.user))
    episode = Episode(spec, case, opening, seed=7)
    for step in script:
        if episode.end is None:
            episode.take(said(step, tokens))
    return episode


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_run_ends_and_is_judged_as_the_table_says(row: Any) -> None:
    spec = spec_of(row)
    episode = played(spec, row["script"], tokens=row.get("tokens"))
    story = episode.story
    verdict = Judge(spec).judge_run(spec.cases[0], story)
    wanted = [each for each in row.get("finds", ()) if not each.endswith("?")]
    allowed = {each.rstrip("?") for each in row.get("finds", ())}
    codes = [each.code for each in verdict.findings]
    assert (episode.end, story.end) == (row["end"], row["end"])
    assert set(codes) <= allowed, verdict.findings
    assert set(wanted) <= set(codes), codes
    assert verdict.outcome == row.get("outcome", "fail" if wanted else "pass")
    assert len(story.steps) == row.get("steps", len(story.steps))
    if "statuses" in row:
        assert [each.status for each in story.calls] == row["statuses"]


def test_every_finding_of_runs_is_reached_by_a_row() -> None:
    reached = {code.rstrip("?") for row in ROWS for code in row.get("finds", ())}
    of_runs = {
        code
        for code, kind in FINDINGS.items()
        if kind.layer == "effects" or code in ("false_claim", "loop", "max_steps", "budget")
    }
    assert of_runs <= reached


def test_the_results_of_one_answer_come_in_the_order_of_its_calls() -> None:
    row = next(each for each in ROWS if each.get("case") == "C101")
    episode = played(spec_of(row), row["script"][:1])
    results = [each for each in episode.conversation if isinstance(each, ToolResultTurn)]
    orders = [each.call.arguments["order"] for each in results if each.call.arguments]
    assert orders == ["1", "5", "2"]
    assert [each.is_error for each in results] == [False, True, False]


def test_a_huge_result_is_cut_on_a_letter_and_kept_whole_in_the_journal() -> None:
    row = {
        "user": "Где заказ 1?",
        "until": "done",
        "run": {"max_result_chars": 12},
        "expect": {"call": "look", "args": {"order": "1"}},
    }
    episode = played(spec_of(row), [{"look": {"order": "1"}}])
    shown = episode.conversation[-1]
    events = {each["event"]: each for each in episode.events}
    assert isinstance(shown, ToolResultTurn)
    assert shown.content.startswith('{"order": "1')
    assert events["tool_result_truncated"]["from_chars"] > 12
    assert events["tool_result"]["result"] == {"order": "1", "status": "paid"}


def test_a_forced_choice_is_for_the_first_request_alone() -> None:
    row = {
        "user": "Где заказ 1?",
        "until": "done",
        "run": {"tool_choice": "required"},
        "expect": {"call": "look", "args": {"order": "1"}},
    }

    episode = played(spec_of(row), [])
    forced = Settings(model="m", tool_choice="required")
    first = episode.settings(forced).tool_choice
    episode.take(said({"look": {"order": "1"}}, None))
    assert (first, episode.settings(forced).tool_choice) == ("required", "auto")


STEPS = st.lists(
    st.one_of(
        st.sampled_from(["готово", "Платить?"]),
        st.fixed_dictionaries(
            {"refund": st.fixed_dictionaries({"order": st.sampled_from(["1", "2", "9", "17"])})}
        ),
        st.fixed_dictionaries(
            {
                "refund": st.fixed_dictionaries(
                    {"order": st.sampled_from(["1", "2"]), "key": st.sampled_from(["a", "b"])}
                )
            }
        ),
        st.fixed_dictionaries(
            {"look": st.fixed_dictionaries({"order": st.sampled_from(["1", "9", "5"])})}
        ),
        st.sampled_from([{"close": {}}, {"nowhere": {}}, {"pay": {"order": "1"}}]),
    ),
    max_size=8,
)
FAULTS = st.sampled_from(
    [None, "busy", "throttled", "lost", "unsent", "twice", "orders", "revoked"]
)


@cache
def free_spec(fault: str | None) -> Spec:
    return spec_of(
        {
            "user": "Верни деньги за заказы 1 и 2",
            "approves": {"refund": {}},
            "faults": [fault] if fault else [],
            "expect": {"state": {"closed": False}},
        }
    )


@given(STEPS, FAULTS)
def test_the_same_script_gives_the_same_events_on_data_of_its_own(
    script: list[Any], fault: str | None
) -> None:
    spec = free_spec(fault)
    before = deepcopy(spec.world.state)
    first, second = played(spec, script), played(spec, script)
    assert json.dumps(first.events) == json.dumps(second.events)
    assert spec.world.state == before


@given(STEPS, FAULTS)
def test_the_end_state_is_what_the_ledger_says(script: list[Any], fault: str | None) -> None:
    spec = free_spec(fault)
    story: Story = played(spec, [*script, "всё"]).story
    if story.end is None:
        return
    refunds = [each.arguments["order"] for each in story.effects if each.tool == "refund"]
    assert story.state["refunds"] == refunds
    keyed = [(each.tool, each.key) for each in story.effects if each.key is not None]
    assert len(keyed) == len(set(keyed))
    verdict = Judge(spec).judge_run(spec.cases[0], story)
    assert verdict.outcome in ("pass", "fail", "check_error")
