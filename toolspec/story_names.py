"""The names that the expressions of checks see, made from what happened in a run.

`calls()` lists every call, `calls('tool')` those of one tool, `calls_after('tool')` those after its
first success; each is `{tool, args, result, ok, error, step, turn}`. `results('tool')` lists the
results of its good calls, `effects('tool')` its committed changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.expressions import Function
from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import World
from toolspec.story import Effect, MadeCall, Story


def story_names(story: Story, world: World) -> Mapping[str, object]:
    """The names of a check; `reply` is empty where the run has no last words."""
    calls = [_call(each) for each in story.calls]
    turns = range(len(story.users))
    return {
        "state": story.state,
        "clock": world.clock,
        "principal": _principal(world),
        "reply": story.reply() or "",
        "replies": [story.reply(turn) or "" for turn in turns],
        **{each.name: each for each in _functions(story, calls)},
    }


def _functions(story: Story, calls: list[JsonObject]) -> tuple[Function, ...]:
    effects = [_effect(each) for each in story.effects]
    return (
        Function("calls", lambda tool=None: _of(calls, tool)),
        Function("calls_after", lambda tool: _after(calls, tool)),
        Function(
            "results", lambda tool: [each["result"] for each in _of(calls, tool) if each["ok"]]
        ),
        Function("effects", lambda tool=None: _of(effects, tool)),
    )


def _of(listed: list[JsonObject], tool: str | None) -> list[JsonObject]:
    return [each for each in listed if tool is None or each["tool"] == tool]


def _results(calls: list[JsonObject]) -> list[Json]:
    return [each["result"] for each in calls if each["ok"]]


def _after(calls: list[JsonObject], tool: str) -> list[JsonObject]:
    for index, each in enumerate(calls):
        if each["tool"] == tool and each["ok"]:
            return calls[index + 1 :]
    return []


def _call(made: MadeCall) -> JsonObject:
    return {
        "tool": made.tool,
        "args": made.call.arguments,
        "result": made.result,
        "ok": made.is_success,
        "error": made.error_code,
        "step": made.step,
        "turn": made.turn,
    }


def _effect(effect: Effect) -> JsonObject:
    return {"tool": effect.tool, "args": effect.arguments, "key": effect.key}


def _principal(world: World) -> Json:
    who = world.principal
    if who is None:
        return None
    return {"user": who.user, "tenant": who.tenant, "scopes": list(who.scopes)}
