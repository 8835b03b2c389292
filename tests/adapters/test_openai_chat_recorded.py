"""Real traffic that nobody here wrote: every record must be read, and read defensibly.

The claims below are written from the responses alone, without the adapter's own helpers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toolspec_adapters import openai_chat

from toolspec.provider import (
    AssistantTurn,
    Reply,
    Settings,
    SystemTurn,
    ToolResultTurn,
    Turn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec.truncation import truncated_by_limit

WIRE = Path(__file__).resolve().parents[2].parent / "shared" / "wire"
# Mistral's dialect and Ollama's own have adapters of their own.
PROVIDERS = (
    *("openai_chat", "groq", "openrouter", "deepseek", "llamacpp", "venice", "copilot", "xai"),
    *("together", "azure", "doubleword", "gpustack", "huggingface", "ollama_compat", "snowflake"),
    *("openai_compat_misc", "vercel_gateway", "zai"),
)
ABSENT = pytest.param(None, marks=pytest.mark.skip(reason=f"no recorded traffic at {WIRE}"))


def records() -> list[dict[str, Any]]:
    files = [WIRE / f"{provider}.jsonl" for provider in PROVIDERS]
    texts = [line for file in files if file.exists() for line in file.read_text().split("\n")]
    loaded = [json.loads(text) for text in texts if text]
    return [record for record in loaded if record["api"] == "openai_chat"]


RECORDS = records()


def each(rows: list[dict[str, Any]]) -> list[Any]:
    made = [pytest.param(row, id=f"{row['provider']}-{n}") for n, row in enumerate(rows)]
    return made or [ABSENT]


def offered(record: dict[str, Any]) -> frozenset[str] | None:
    request = record["request"]
    if request is None:
        return None
    tools = [tool.get("function", {}) for tool in request.get("tools") or []]
    functions = request.get("functions") or []
    return frozenset(each["name"] for each in [*tools, *functions] if "name" in each)


def lift(record: dict[str, Any]) -> Decision | TransportError:
    body = record["response"]
    reply = Reply(status=record["status"], body=body, is_json=not isinstance(body, str))
    return openai_chat.lift(reply, offered(record))


def outcome(lifted: Decision | TransportError) -> str:
    if isinstance(lifted, TransportError):
        return f"error:{lifted.kind}"
    return f"{lifted.kind}:{lifted.reason}" if lifted.reason else lifted.kind


@pytest.mark.parametrize("record", each(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    lifted = lift(record)
    tally("openai_chat", record["provider"], outcome(lifted))
    if record["status"] >= 400:
        check_error(record, lifted)
        return
    assert isinstance(lifted, Decision)
    choice = record["response"]["choices"][0]
    message = choice["message"]
    usage = record["response"]["usage"]
    assert lifted.finish == choice["finish_reason"]
    assert lifted.model == record["response"]["model"]
    assert lifted.echo == message
    assert lifted.usage.input_tokens == usage["prompt_tokens"]
    assert lifted.usage.output_tokens == usage["completion_tokens"]
    check_calls(record, lifted, message.get("tool_calls") or [])
    check_kind(lifted, message)


def check_error(record: dict[str, Any], lifted: Decision | TransportError) -> None:
    said = json.dumps(record["response"])
    if "failed_generation" in said or "content_filter" in said or "parsing tool call" in said:
        assert isinstance(lifted, Decision)
        return
    assert isinstance(lifted, TransportError)
    assert lifted.status == record["status"]
    assert lifted.retryable == (record["status"] in (408, 409, 429) or record["status"] >= 500)
    assert lifted.message.split(": ")[0] in said


def check_calls(record: dict[str, Any], lifted: Decision, sent: list[dict[str, Any]]) -> None:
    names = offered(record)
    if sent:
        assert [call.call_id for call in lifted.calls] == [call["id"] for call in sent]
    for call, own in zip(lifted.calls, sent, strict=bool(sent)):
        assert call.name == own["function"]["name"]
        assert call.raw_arguments == own["function"]["arguments"]
        try:
            arguments = json.loads(call.raw_arguments)
        except ValueError:
            assert call.defect is not None
            continue
        if names is None or call.name in names:
            assert (call.arguments, call.defect) == (arguments, None)


def check_kind(lifted: Decision, message: dict[str, Any]) -> None:
    if message.get("refusal"):
        assert (lifted.kind, lifted.reason) == ("refusal", "model")
        assert lifted.text == message["refusal"]
    elif message.get("tool_calls"):
        is_good = any(call.defect is None for call in lifted.calls)
        assert lifted.kind == ("tool_call" if is_good else "invalid")
        said = message.get("content") or ""
        assert lifted.text == (said if said.strip() else None)
    elif (message.get("function_call") or {}).get("name"):
        assert lifted.kind == "tool_call"
        assert "legacy_function_call" in lifted.anomalies
    elif message.get("content"):
        assert lifted.text == message["content"]
        is_call_in_text = "<tool_call>" in message["content"]
        assert lifted.kind == ("invalid" if is_call_in_text else "text")
    else:
        assert (lifted.kind, lifted.reason) == ("invalid", "empty")


@pytest.mark.parametrize("record", each([each for each in RECORDS if each["status"] < 400]))
def test_a_recorded_call_that_the_limit_cut_is_truncated(record: dict[str, Any]) -> None:
    request = record["request"] or {}
    limit = request.get("max_completion_tokens") or request.get("max_tokens")
    lifted = lift(record)
    assert isinstance(lifted, Decision)
    judged = truncated_by_limit(lifted, limit)
    assert "not_json" not in [call.defect for call in judged.calls]
    if not any(call.defect for call in judged.calls):
        assert judged == lifted


def with_results(record: dict[str, Any]) -> bool:
    messages = (record["request"] or {}).get("messages") or []
    return any(isinstance(each, dict) and each.get("role") == "tool" for each in messages)


def conversation(messages: list[dict[str, Any]]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    calls: dict[str, ToolCall] = {}
    for message in messages:
        if message["role"] == "tool":
            turns.append(ToolResultTurn(calls[message["tool_call_id"]], message["content"]))
        elif message["role"] == "assistant":
            body = {"choices": [{"message": message, "finish_reason": None}]}
            lifted = openai_chat.lift(Reply(status=200, body=body), None)
            assert isinstance(lifted, Decision)
            calls = {call.call_id: call for call in lifted.calls if call.call_id}
            turns.append(AssistantTurn(lifted.echo, lifted.calls))
        elif message["role"] == "user":
            turns.append(UserTurn(message["content"]))
        else:
            turns.append(SystemTurn(message["content"]))
    return tuple(turns)


@pytest.mark.parametrize("record", each([each for each in RECORDS if with_results(each)]))
def test_a_history_that_a_host_accepted_is_written_again(record: dict[str, Any]) -> None:
    messages = record["request"]["messages"]
    request = openai_chat.lower(
        conversation(messages), (), Settings(model="m"), base_url=openai_chat.DEFAULT_BASE_URL
    )
    assert len(request.body["messages"]) == len(messages)
    for written, accepted in zip(request.body["messages"], messages, strict=True):
        if accepted["role"] == "tool":
            assert written["tool_call_id"] == accepted["tool_call_id"]
            assert isinstance(written["content"], str)
        for ours, theirs in zip(
            written.get("tool_calls", []), accepted.get("tool_calls") or [], strict=True
        ):
            assert ours["id"] == theirs["id"]
            assert ours["function"] == theirs["function"]
