"""What influences an attempt that is run to its end: the world, the policy, the dialogue.

All of it is part of the id of such an attempt. What is only judged afterwards is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Case, Expectation, Spec, Tool


def run_identity(spec: Spec, case: Case) -> JsonObject:
    """The part of an attempt's identity beyond its first request."""
    run, offered = spec.run, spec.offered(case)
    return {
        "until": case.until,
        "turns": [
            {
                "user": turn.user,
                "approves": [_plain(each) for each in turn.approves],
                "writes": _writes(turn.expect, offered),
            }
            for turn in case.dialogue
        ],
        "writes": _writes(case.expect, offered),
        "world": _plain(spec.world_of(case)),
        "faults": [_plain(each) for each in case.faults],
        "tools": {each.name: _rules(each) for each in offered},
        "fills_defaults": spec.fills_defaults,
        "marker": None if spec.context is None else spec.context.marker,
        "max_steps": run.max_steps,
        "repeat_limit": run.repeat_limit,
        "attempt_tokens": run.attempt_tokens,
        "max_result_chars": run.max_result_chars,
    }


def _writes(expect: Expectation | None, offered: tuple[Tool, ...]) -> Json:
    """The expected calls that change data: the user's own request allows them."""
    mutating = {each.name for each in offered if each.effect == "mutate"}
    calls = () if expect is None else expect.calls
    return [
        {"tool": each.tool, "args": each.args, "match": each.match}
        for each in calls
        if each.tool in mutating
    ]


def _rules(tool: Tool) -> JsonObject:
    return {
        "effect": tool.effect,
        "confirm": tool.confirm,
        "arguments": [
            [name, _plain({"aliases": rule.aliases, "normalize": rule.normalize})]
            for name, rule in tool.arguments
        ],
        "returns": tool.returns,
        "idempotency_key": tool.idempotency_key,
        "requires": _plain(tool.requires),
        "completes": tool.completes,
        "errors": _plain(tool.errors),
        "stub": _plain(tool.stub),
    }


def _plain(value: Any) -> Json:
    """A record as JSON, without the places where its parts were written."""
    if is_dataclass(value):
        parts = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: _plain(part) for name, part in parts.items() if name != "path"}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value
