"""Conversations with a history of trouble: what the next request carries."""

from __future__ import annotations

import pytest

from tests.pitfalls.tables import Row, at, prepared, reply, rows, settings
from toolspec.pointers import follow
from toolspec.provider import (
    AssistantTurn,
    Conversation,
    SystemTurn,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.records import encode
from toolspec.strict_json import parse
from toolspec.trace import Decision, ToolCall
from toolspec.wire_format import Prepared
from toolspec.wire_formats import WIRE_FORMATS


@pytest.mark.parametrize("row", rows("requests"))
def test_a_conversation_goes_on_as_the_table_says(row: Row) -> None:
    names = WIRE_FORMATS.names if row["formats"] == "all" else row["formats"]
    for name in names:
        wire_format = prepared(row, name)
        request = wire_format.lower(_conversation(row["says"], wire_format), settings(row))
        sent = encode(request.body).decode()
        body = parse(sent)
        for pointer, value in row.get("sends", {}).items():
            assert at(body, pointer) == value, (name, pointer)
        for pointer in row.get("lacks", ()):
            assert not follow(body, pointer)[1], (name, pointer)
        assert row.get("holds", "") in sent
        assert "\\u04" not in sent
        if "reads" in row:
            read = wire_format.lift_request(request).conversation
            assert [type(each).__name__ for each in read] == row["reads"]


def _conversation(says: list[Row], wire_format: Prepared) -> Conversation:
    turns: list[Turn] = []
    calls: tuple[ToolCall, ...] = ()
    for each in says:
        if "system" in each:
            turns.append(SystemTurn(each["system"]))
        elif "user" in each:
            turns.append(UserTurn(each["user"]))
        elif "result" in each:
            is_error = each.get("is_error", False)
            turns.append(ToolResultTurn(calls[each["result"]], each["content"], is_error))
        else:
            read = wire_format.lift(reply(each))
            assert isinstance(read, Decision)
            calls = read.calls
            turns.append(AssistantTurn(read.echo, calls))
    return tuple(turns)
