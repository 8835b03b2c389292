"""How far a case is run, and what of it asks for more than the first decision."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.compiler.earlier_results import earlier_results
from toolspec.compiler.whole_runs import KEYS
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Tool, Until

# Keys of a case that mean nothing when only the first decision is run.
LATER_KEYS = ("turns", "faults", "trajectory")


def how_far(case: JsonObject, offered: tuple[Tool, ...]) -> tuple[Until, PathSteps | None]:
    """Whether a case is run to its end, and the place (below the case) that asks for it."""
    reason = next(_reasons(case, offered), None)
    if "until" in case:
        until: Until = case["until"]
        return until, ("until",)
    return ("decision" if reason is None else "done"), reason


def _reasons(case: JsonObject, offered: tuple[Tool, ...]) -> Iterator[PathSteps]:
    yield from ((key,) for key in LATER_KEYS if key in case)
    expect = case.get("expect")
    if not isinstance(expect, dict):
        return
    yield from (("expect", key) for key in KEYS if key in expect)
    if "reply" in expect and {"call", "calls"} & expect.keys():
        yield ("expect", "reply")
    calls = expect.get("calls")
    if _has_after(calls):
        yield ("expect", "calls")
    for key in ("args", "calls"):
        if any(earlier_results(expect.get(key))):
            yield ("expect", key)
    if _is_course(expect) and all(each.stub is not None for each in offered):
        yield ("expect", "calls")


def _has_after(calls: Json) -> bool:
    listed = calls["any_order"] if isinstance(calls, dict) else calls or ()
    return any("call" in each and "after" in each for each in listed)


def _is_course(expect: JsonObject) -> bool:
    """Whether calls are expected one after the other, which no single decision need hold."""
    calls = expect.get("calls")
    return isinstance(calls, list) and len(calls) > 1 and expect.get("parallel") != "required"
