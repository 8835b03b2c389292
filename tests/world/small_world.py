"""Small specs with simulated tools, and calls on them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.jsontypes import JsonObject
from toolspec.loading import load_text
from toolspec.spec import Spec
from toolspec.trace import ToolCall
from toolspec.world import Hook, SimulatedWorld

ARGUMENTS = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "tier", "key", "cursor")},
    "additionalProperties": False,
}
CASE_KEYS = ("user", "turns", "approves", "expect")


def spec_of(row: Any) -> Spec:
    """The spec of a row: `tools`, and what the world and the only case have besides."""
    tools = {
        name: {"description": "Инструмент.", "parameters": ARGUMENTS, **deepcopy(tool)}
        for name, tool in row["tools"].items()
    }
    given = {key: deepcopy(row[key]) for key in CASE_KEYS if key in row}
    said = {"expect": {"reply": {"equals": "x"}}, **({} if "turns" in given else {"user": "Пора"})}
    case: Any = {"id": "case", "until": "done", **said, **given}
    principal = {"user": "u", "tenant": "acme", "scopes": row.get("scopes", [])}
    world = {
        "clock": row.get("clock", "2026-03-01T10:00:00+03:00"),
        "state": deepcopy(row.get("state", {"none": 0})),
    }
    if "secrets" in row:
        world["secrets"] = row["secrets"]
    if row.get("principal", True):
        world["principal"] = principal
    document = {
        "toolspec": 1,
        "name": "world",
        "version": "1",
        "prompt": {"id": "p", "version": "v1", "text": "Работай."},
        "tools": tools,
        "world": world,
        "cases": [case],
    }
    if "context" in row:
        document["matrix"] = {"context": row["context"]}
    if "fault" in row:
        document["faults"] = {"planned": row["fault"]}
        case["faults"] = ["planned"]
    problems = Diagnostics()
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    loaded = load_text("world.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    return loaded.spec


def begun(spec: Spec, *, seed: int = 1, hooks: dict[str, Hook] | None = None) -> SimulatedWorld:
    """A fresh world in which the user has said something."""
    world = SimulatedWorld(spec, spec.cases[0], seed=seed, hooks=hooks or {})
    world.begin_turn()
    return world


def call_of(tool: str, arguments: JsonObject) -> ToolCall:
    return ToolCall(call_id=None, name=tool, arguments=arguments, raw_arguments=arguments)
