"""Tables of responses and requests for the chat formats, and what holds for each of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from toolspec.provider import (
    Adapter,
    Answer,
    AssistantTurn,
    Conversation,
    NamedTool,
    ProposedCall,
    Reply,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, Usage
from toolspec.wire_formats import WIRE_FORMATS

HERE = Path(__file__).parent


def table(adapter: str, *names: str) -> list[Any]:
    files = [HERE / adapter / f"{name}.json" for name in names]
    rows = [row for file in files for row in json.loads(file.read_text("utf-8"))]
    return [pytest.param(row, id=row["name"]) for row in rows]


def reply(row: dict[str, Any]) -> Reply:
    return Reply(
        status=row.get("status", 200),
        body=row["body"],
        is_json=row.get("is_json", True),
        headers=row.get("headers", {}),
    )


def offered(row: dict[str, Any]) -> frozenset[str] | None:
    return None if row.get("offered") is None else frozenset(row["offered"])


def decision(row: dict[str, Any], echo: Any) -> Decision:
    """The decision that a row expects; what it does not name is as a `Decision` begins."""
    fields = {"echo": echo, **row["expect"]}
    fields["calls"] = tuple(ToolCall(**call) for call in fields.get("calls", ()))
    fields["usage"] = Usage(**fields.get("usage", {}))
    fields["anomalies"] = tuple(fields.get("anomalies", ()))
    return Decision(**fields)


def settings(row: dict[str, Any]) -> Settings:
    fields = dict(row["settings"])
    choice = fields.get("tool_choice")
    if isinstance(choice, dict):
        fields["tool_choice"] = NamedTool(choice["tool"])
    return Settings(**fields)


def written(adapter: Adapter, name: str, row: dict[str, Any], body_of: Any) -> Any:
    """The request of a row; `body_of` puts an assistant's message into a response."""
    tools = tuple(ToolDefinition(**tool) for tool in row.get("tools", ()))
    dialect = WIRE_FORMATS.dialect(row.get("dialect", name))
    spoken = turns(adapter, row["conversation"], body_of)
    return adapter.lower(spoken, tools, settings(row), dialect)


def turns(adapter: Adapter, rows: list[dict[str, Any]], body_of: Any) -> Conversation:
    made: list[Turn] = []
    calls: tuple[ToolCall, ...] = ()
    for row in rows:
        if "system" in row:
            made.append(SystemTurn(row["system"]))
        elif "user" in row:
            made.append(UserTurn(row["user"]))
        elif "echo" in row:
            made.append(AssistantTurn(row["echo"]))
        elif "assistant" in row:
            read = adapter.lift(Reply(status=200, body=body_of(row["assistant"])), offered(row))
            assert isinstance(read, Decision)
            calls = read.calls
            made.append(AssistantTurn(read.echo, calls))
        else:
            result = ToolResultTurn(calls[row["result"]], row["content"], "is_error" in row)
            made.append(result)
    return tuple(made)


# Values that look enough like an answer to get past the first question.
KEYS = json.loads((HERE / "openai_chat" / "words" / "keys.json").read_text("utf-8"))
WORDS = st.sampled_from(
    json.loads((HERE / "openai_chat" / "words" / "values.json").read_text("utf-8"))
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=4)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=24,
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={"content": JSON, "tool_calls": st.lists(JSON, max_size=4) | JSON, "refusal": JSON},
)

TEXTS = st.text("абвxyz 1.", min_size=1, max_size=12).filter(str.strip)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
CALLS = st.builds(
    ProposedCall,
    st.sampled_from(["find", "get_order"]),
    st.dictionaries(st.sampled_from(["id", "город"]), VALUES, max_size=2),
)
ANSWERS = st.builds(Answer, text=TEXTS) | st.builds(
    Answer, text=st.none() | TEXTS, calls=st.lists(CALLS, min_size=1, max_size=3).map(tuple)
)
TOOLS = st.lists(
    st.builds(
        ToolDefinition,
        name=st.sampled_from(["find", "get_order"]),
        description=st.just("") | TEXTS,
        parameters=st.just({"type": "object", "properties": {"id": {"type": "string"}}}),
    ),
    max_size=2,
    unique_by=lambda tool: tool.name,
).map(tuple)
EXCHANGES = st.lists(st.tuples(TEXTS, ANSWERS, st.lists(TEXTS, min_size=3, max_size=3)), max_size=3)


def check_answer(adapter: Adapter, name: str, answer: Answer) -> None:
    """What a simulated model says is read as what it said."""
    body = adapter.answer(answer, "m", WIRE_FORMATS.dialect(name))
    read = adapter.lift(Reply(status=200, body=body), frozenset({"find", "get_order"}))
    assert isinstance(read, Decision)
    assert read.kind == ("tool_call" if answer.calls else "text")
    assert [(call.name, call.arguments) for call in read.calls] == [
        (call.tool, call.arguments) for call in answer.calls
    ]
    assert (read.text or "").strip() == (answer.text or "").strip()


def check_request(
    adapter: Adapter,
    name: str,
    exchanges: list[tuple[str, Answer, list[str]]],
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
) -> None:
    """What is written is read back: texts, calls, results, tools and settings."""
    dialect = replace(WIRE_FORMATS.dialect(name), options={})
    said: list[Turn] = [SystemTurn("Ты помощник")]
    for question, answer, results in exchanges:
        body = adapter.answer(answer, "m", dialect)
        read = adapter.lift(Reply(status=200, body=body), None)
        assert isinstance(read, Decision)
        said += [UserTurn(question), AssistantTurn(read.echo, read.calls)]
        said += [ToolResultTurn(c, r) for c, r in zip(read.calls, results, strict=False)]
    request = adapter.lower(tuple(said), tools, settings, dialect)
    lifted = adapter.lift_request(request.path, json.loads(json.dumps(request.body)))
    assert lifted.unread == ()
    assert lifted.tools == tools
    assert lifted.settings == settings
    assert list(map(gist, lifted.conversation)) == list(map(gist, said))


def gist(turn: Turn) -> Any:
    if isinstance(turn, AssistantTurn):
        return [(call.name, call.arguments) for call in turn.calls]
    if isinstance(turn, ToolResultTurn):
        return (turn.call.name, turn.content)
    return turn
