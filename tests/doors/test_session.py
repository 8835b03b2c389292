"""Whatever an agent does, the session has one answer to it and one record of it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.doors.conftest import SPECS
from toolspec.compiler.expand import attempts
from toolspec.diagnostics import Diagnostics
from toolspec.doors.session import Session, SessionEnded
from toolspec.judge import Judge
from toolspec.loading import load_file
from toolspec.manifest import Selection
from toolspec.pipeline import make_plan
from toolspec.plan import Plan
from toolspec.records import from_line, to_line
from toolspec.story import read_story

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
TOOLS = ["search_flights", "book_flight", "find_bookings", "list_destinations"]
ARGUMENTS = st.sampled_from(
    [
        {},
        {"origin": "MOW", "destination": "IST", "departure_date": "2026-04-17"},
        {"flight_id": "TK-414", "request_id": "r"},
    ]
) | st.dictionaries(st.text(max_size=5), JSON, max_size=3)
CALL = st.tuples(st.sampled_from(TOOLS) | st.text(min_size=1, max_size=8), ARGUMENTS)
ACTIONS = st.lists(CALL | st.text(max_size=8), max_size=12)


def plan_of(case: str) -> Plan:
    problems = Diagnostics()
    loaded = load_file(SPECS / "flights.yaml", problems)
    assert loaded is not None
    selection = Selection(cases=(case,), targets=("external:http",), repetitions=1)
    plan = make_plan(loaded, selection, {}, problems, needs_keys=False)
    assert plan is not None, list(problems)
    return plan


PLAN = plan_of("book")


def act(session: Session, actions: Any) -> int:
    """Do it all; gives how much was taken before the attempt was over."""
    taken = 0
    with suppress(SessionEnded):
        for each in actions:
            session.reply(each) if isinstance(each, str) else session.call(*each)
            taken += 1
    return taken


@given(ACTIONS)
def test_every_action_is_one_decision_in_a_record_that_can_be_judged(actions: Any) -> None:
    (attempt,) = attempts(PLAN)
    session = Session(PLAN.spec, attempt)
    taken = act(session, actions)
    assert (session.end is None) <= (taken == len(actions))
    trace = session.trace()
    line = to_line(trace)
    assert to_line(from_line(line)) == line
    if session.end is None:
        assert (trace.status, trace.decision, len(trace.events)) == ("not_run", None, 1)
        return
    story = read_story(from_line(line).events)
    assert (trace.status, len(story.steps), story.end) == ("completed", taken, session.end)
    assert Judge(PLAN.spec).judge_run(attempt.case, story).outcome in ("pass", "fail")


@given(ACTIONS)
def test_the_same_actions_give_the_same_record(actions: Any) -> None:
    (attempt,) = attempts(PLAN)
    first, second = Session(PLAN.spec, attempt), Session(PLAN.spec, attempt)
    act(first, actions)
    act(second, actions)
    assert to_line(first.trace()) == to_line(second.trace())
