"""The tables of GigaChat and Yandex, read as the adapters' own values."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import strategies as st

from toolspec.provider import (
    Adapter,
    AssistantTurn,
    Conversation,
    NamedTool,
    Reply,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, Usage

Row = dict[str, Any]

NAMES = st.sampled_from(["get_order", "fx-quote", "t"])
TEXTS = st.text("абв xyz", min_size=1, max_size=9).map(str.strip).filter(bool)
ARGUMENTS = st.dictionaries(
    st.text("абв", max_size=3),
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
        max_leaves=4,
    ),
    max_size=3,
)
TOOLS = st.lists(
    st.builds(
        ToolDefinition,
        name=NAMES,
        description=st.just("") | TEXTS,
        parameters=st.just({"type": "object", "properties": {"a": {"type": "string"}}}),
    ),
    max_size=3,
    unique_by=lambda tool: tool.name,
).map(tuple)


def rows(adapter: str, table: str) -> list[Any]:
    path = Path(__file__).parent / adapter / f"{table}.yaml"
    return [
        pytest.param(row, id=row["name"])
        for row in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    ]


def any_json(*words: str) -> st.SearchStrategy[Any]:
    """Any JSON value, mostly with keys and texts that get past the first questions."""
    texts = st.sampled_from(words) | st.text(max_size=3)
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
    return st.recursive(
        scalars,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(words), inner, max_size=5)
        ),
        max_leaves=24,
    )


ODD: tuple[Any, ...] = (None, True, 0, 1e400, "", "x", [], {}, [None], {"x": None}, ["x"], [{}])


def broken(value: Any) -> Iterator[Any]:
    """The value with each of its parts in turn replaced by something odd, or left out."""
    yield from ODD
    if isinstance(value, dict):
        for key, part in value.items():
            yield {name: each for name, each in value.items() if name != key}
            yield from ({**value, key: each} for each in broken(part))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from ([*value[:place], each, *value[place + 1 :]] for each in broken(part))


def reply(row: Row) -> Reply:
    return Reply(
        status=row.get("status", 200),
        body=row["body"],
        is_json=row.get("is_json", True),
        headers=row.get("headers", {}),
    )


def offered(row: Row) -> frozenset[str] | None:
    return None if row.get("offered") is None else frozenset(row["offered"])


def assert_decision(read: Any, expect: Row) -> None:
    """What a row does not name is not checked, but for calls, reasons and anomalies."""
    assert isinstance(read, Decision)
    fields = {"calls": [], "anomalies": [], "reason": None, **expect}
    calls = tuple(
        ToolCall(**{"call_id": None, "raw_arguments": each["arguments"], **each})
        for each in fields.pop("calls")
    )
    assert read.calls == calls
    assert read.anomalies == tuple(fields.pop("anomalies"))
    if "usage" in fields:
        assert read.usage == Usage(**fields.pop("usage"))
    for name, value in fields.items():
        assert getattr(read, name) == value, name


def settings(fields: Row) -> Settings:
    choice = fields.get("tool_choice")
    named = NamedTool(choice["tool"]) if isinstance(choice, dict) else choice
    return Settings(**{**fields, "tool_choice": named})


def tools(row: Row) -> tuple[ToolDefinition, ...]:
    return tuple(ToolDefinition(**each) for each in row["tools"])


def turns(adapter: Adapter, written: list[Row]) -> Conversation:
    made: list[Turn] = []
    calls: tuple[ToolCall, ...] = ()
    for row in written:
        if "system" in row:
            made.append(SystemTurn(row["system"]))
        elif "user" in row:
            made.append(UserTurn(row["user"]))
        elif "answer" in row:
            read = adapter.lift(Reply(status=200, body=row["answer"]), None)
            assert isinstance(read, Decision)
            calls = read.calls
            made.append(AssistantTurn(read.echo, calls))
        elif "calls" in row:
            calls = made_calls(row["calls"])
            made.append(AssistantTurn(None, calls))
        else:
            made.append(ToolResultTurn(calls[row["result"]], row["content"], "is_error" in row))
    return tuple(made)


def made_calls(names: list[str]) -> tuple[ToolCall, ...]:
    """Calls of another format, as a conversation that was begun elsewhere has them."""
    return tuple(
        ToolCall(call_id=f"c{n}", name=name, arguments={"n": n}, raw_arguments=f'{{"n": {n}}}')
        for n, name in enumerate(names)
    )
