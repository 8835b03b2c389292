"""Rows of the tables beside this file, and the objects that a row speaks of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.pointers import follow
from toolspec.provider import NamedTool, Reply, Settings, ToolDefinition
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec.wire_format import Prepared
from toolspec.wire_formats import WIRE_FORMATS

Row = dict[str, Any]

HERE = Path(__file__).parent
KINDS = ("answers", "requests", "contracts", "checks", "runs")


def table(kind: str) -> list[Row]:
    rows: list[Row] = yaml.safe_load((HERE / f"{kind}.yaml").read_text("utf-8"))
    return rows


def rows(kind: str) -> list[Any]:
    return [pytest.param(row, id=f"{shown(row)}: {row['name']}") for row in table(kind)]


def shown(row: Row) -> str:
    return " ".join(map(str, row["shows"]))


def tools(row: Row) -> tuple[ToolDefinition, ...]:
    """The tools of a row: a name, and its parameters or its properties alone."""
    strict = row.get("strict", False)
    return tuple(
        ToolDefinition(
            name=name,
            description=row.get(
                "description", "ы" * row.get("description_length", 0) or "Does it."
            ),
            parameters=_parameters(given),
            strict=strict,
        )
        for name, given in row.get("tools", {}).items()
    )


def _parameters(given: Row) -> Row:
    if "type" in given or "$ref" in given:
        return given
    required = [name for name in given if name.endswith("!")]
    properties = {name.removesuffix("!"): schema for name, schema in given.items()}
    made: Row = {"type": "object", "properties": properties}
    return made | ({"required": [each[:-1] for each in required]} if required else {})


def prepared(row: Row, name: str | None = None) -> Prepared:
    wire_format = WIRE_FORMATS.load(name or row["format"])
    return wire_format.prepare(tools(row), row.get("model", "m"))


def settings(row: Row) -> Settings:
    fields = {"model": row.get("model", "m"), **row.get("settings", {})}
    if isinstance(fields.get("tool_choice"), dict):
        fields["tool_choice"] = NamedTool(fields["tool_choice"]["tool"])
    return Settings(**fields)


def reply(row: Row) -> Reply:
    """A response; `message` (and `finish`) is the one of a chat completion."""
    body = row.get("body")
    if "message" in row:
        choice = {"message": row["message"], "finish_reason": row.get("finish", "stop")}
        body = {"choices": [choice], **row.get("beside", {})}
    return Reply(
        status=row.get("status", 200),
        body=body,
        is_json=not isinstance(body, str),
        headers=row.get("headers", {}),
    )


def gist(decision: Decision) -> Row:
    """What a decision says, in the words of the tables."""
    return {
        "kind": decision.kind,
        "reason": decision.reason,
        "text": decision.text,
        "finish": decision.finish,
        "calls": list(map(_call, decision.calls)),
        "ids": [each.call_id for each in decision.calls],
        "raw": [each.raw_arguments for each in decision.calls],
        "anomalies": list(decision.anomalies),
        "input_tokens": decision.usage.input_tokens,
    }


def _call(call: ToolCall) -> Row:
    return {call.name or "": call.defect or call.arguments}


def fault(error: TransportError) -> Row:
    return {"kind": error.kind, "retryable": error.retryable, "after": error.retry_after_s}


def at(body: Any, pointer: str) -> Any:
    """What stands at a pointer of a body."""
    path, is_there = follow(body, pointer)
    assert is_there, f"nothing at {pointer}: {body}"
    for step in path:
        body = body[step]
    return body
