"""What holds in every wire format, and that no pitfall was left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Toolspec
from tests.pitfalls.tables import KINDS, table
from tests.scripted_server import Scripted
from tests.small_spec import records, spec_of
from toolspec.contract import ArgumentValidator
from toolspec.provider import (
    Answer,
    AssistantTurn,
    ProposedCall,
    Reply,
    Settings,
    SystemTurn,
    ToolDefinition,
    ToolResultTurn,
    UserTurn,
)
from toolspec.records import encode
from toolspec.trace import Decision
from toolspec.wire_format import Prepared
from toolspec.wire_formats import WIRE_FORMATS

# Shown by the tests of this file.
HERE = {"C45", "C54", "ru22"}

# Cases of conversion and parsing; the numbers between are cases of other groups.
CASES = (40, 42, 43, 44, 45, 46, 47, 48, 50, 51, 52, 54, 55, 56, 57, 59, *range(61, 70))


def test_no_pitfall_is_left_out() -> None:
    shown = HERE | {str(each) for kind in KINDS for row in table(kind) for each in row["shows"]}
    pitfalls = {str(number) for number in range(1, 53)}
    russian = {f"ru{number}" for number in range(1, 25)}
    assert shown == pitfalls | russian | {f"C{number}" for number in CASES}


def _said(prepared: Prepared, answer: Answer) -> Decision:
    body = prepared.adapter.answer(answer, "m", prepared.dialect)
    read = prepared.lift(Reply(status=200, body=body))
    assert isinstance(read, Decision)
    return read


@pytest.mark.parametrize("name", WIRE_FORMATS.names)
@pytest.mark.parametrize("closed", [{}, {"additionalProperties": False}])
def test_a_call_without_arguments_is_valid_everywhere(name: str, closed: dict[str, Any]) -> None:
    parameters = {"type": "object", "properties": {}, **closed}
    tool = ToolDefinition(name="list_orders", description="List.", parameters=parameters)
    prepared = WIRE_FORMATS.load(name).prepare((tool,), "m")
    read = _said(prepared, Answer(calls=(ProposedCall("list_orders", {}),)))
    assert [(each.name, each.arguments) for each in read.calls] == [("list_orders", {})]
    assert ArgumentValidator(parameters).violations({}) == ()


@pytest.mark.parametrize("name", WIRE_FORMATS.names)
def test_letters_stay_letters_in_calls_and_results(name: str) -> None:
    schema = {"type": "object", "properties": {"имя": {"type": "string"}}}
    tool = ToolDefinition(name="t", description="Имя пользователя", parameters=schema)
    prepared = WIRE_FORMATS.load(name).prepare((tool,), "m")
    read = _said(prepared, Answer(calls=(ProposedCall("t", {"имя": "Ёлкин"}),)))
    result = ToolResultTurn(read.calls[0], {"имя": "Щукин"})
    said = (SystemTurn("Ты."), UserTurn("Кто?"), AssistantTurn(read.echo, read.calls), result)
    sent = encode(prepared.lower(said, Settings(model="m")).body).decode()
    assert "\\u04" not in sent
    for words in ("Имя пользователя", "Кто?", "Ёлкин", "Щукин"):
        assert words in sent


def test_letters_stay_letters_in_compiled_payloads(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    targets = {"main": {"adapter": "anthropic", "model": "claude-sonnet-4-5"}}
    ran = toolspec("compile", spec_file(spec_of(targets=targets)), "--out", "payloads")
    assert ran.code == 0, ran.err
    texts = [each.read_text("utf-8") for each in (tmp_path / "payloads").rglob("*.json")]
    assert len(texts) == 2
    assert all("вопрос 1" in each and "\\u04" not in each for each in texts)


def test_a_token_that_ran_out_in_a_run_is_fetched_anew(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    tokens = scripted(
        Scripted(body=b'{"access_token": "first", "expires_at": 99999999999999}'),
        Scripted(body=b'{"tok": "second", "exp": 99999999999}'),
    )
    spent = Scripted(status=401, body=b'{"status": 401, "message": "Token has expired"}')
    said = '{"choices": [{"message": {"role": "assistant", "content": "ok"}}]}'
    chat = scripted(spent, Scripted(body=said.encode()))
    target = {"adapter": "gigachat", "base_url": chat.url, "key_env": "GIGACHAT_KEY"}
    keys = {"GIGACHAT_KEY": "a2V5", "GIGACHAT_TOKEN_URL": tokens.url}
    ran = toolspec("run", spec_file(spec_of(target=target)), "--out", "out", **keys)
    (record,) = records(tmp_path / "out")
    assert (ran.code, record["status"], record["transport_retries"]) == (0, "completed", 0)
    assert [each.headers["authorization"] for each in chat.requests] == [
        "Bearer first",
        "Bearer second",
    ]
