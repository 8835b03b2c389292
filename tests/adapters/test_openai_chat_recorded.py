"""Real traffic that nobody here wrote: every record must be read, and read defensibly.

The claims below are written from the responses alone, without the adapter's own helpers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from toolspec_adapters import openai_chat

from tests.adapters.openai_chat_normal import normal
from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec.truncation import truncated_by_limit
from toolspec.wire_formats import WIRE_FORMATS

DIALECT = WIRE_FORMATS.dialect("openai_chat")
# Mistral has an adapter of its own.
FIRST_PARTY = ("openai_chat", "azure", "openrouter", "groq", "deepseek", "llamacpp", "xai", "zai")
RECORDS = [each for each in recorded("openai_chat") if each["provider"] != "mistral"]


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


@pytest.mark.parametrize("record", params(RECORDS))
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


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["status"] < 400]))
def test_a_recorded_call_that_the_limit_cut_is_truncated(record: dict[str, Any]) -> None:
    request = record["request"] or {}
    limit = request.get("max_completion_tokens") or request.get("max_tokens")
    lifted = lift(record)
    assert isinstance(lifted, Decision)
    judged = truncated_by_limit(lifted, limit)
    assert "not_json" not in [call.defect for call in judged.calls]
    if not any(call.defect for call in judged.calls):
        assert judged == lifted


@pytest.mark.parametrize("record", params([each for each in RECORDS if each["request"]]))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    made = round_trip(openai_chat, DIALECT, record, normalise=normal, explains=explains(record))
    tally("openai_chat requests", record["provider"], made.outcome)
    assert made.unexplained == ()


def explains(record: dict[str, Any]) -> tuple[str, ...]:
    """What differs for a reason that the payload shows."""
    request = record["request"]
    # A tool that the host runs itself is not read, which makes the list shorter.
    hosted = any("function" not in each for each in request.get("tools") or [])
    return (
        *(("/tools",) if hosted else ()),
        # Azure's older surface names the model in the path.
        *(() if "model" in request else ("/model",)),
        # Hugging Face takes a named choice without the type that the API reference demands.
        "/tool_choice/type",
    )


@pytest.mark.parametrize(
    ("provider", "profile"),
    [(name, {"zai": "glm"}.get(name, name)) for name in FIRST_PARTY],
)
def test_no_rule_forbids_what_a_host_took(provider: str, profile: str) -> None:
    """What was answered with 200 is not called rejected by the data for that very model."""
    answered = [each for each in RECORDS if each["provider"] == provider and each["request"]]
    if not answered:
        pytest.skip("no recorded traffic")
    for record in answered:
        if record["status"] < 400:
            request = record["request"]
            dialect = WIRE_FORMATS.dialect(profile).for_model(str(request.get("model")))
            for subject in subjects(request):
                assert dialect.acceptance(subject).value != "rejected", (record["id"], subject)


def subjects(request: dict[str, Any]) -> list[str]:
    """What a request uses of what dialects speak of; modes of thinking set by hand are left out."""
    if isinstance(request.get("thinking"), dict) or request.get("reasoning_effort"):
        return []
    choice = request.get("tool_choice")
    word = "named" if isinstance(choice, dict) else choice
    # A reasoning model takes the temperature 1, which is its own.
    return [
        *(["tools"] if request.get("tools") else []),
        *([f"tool_choice.{word}"] if word else []),
        *(["temperature"] if request.get("temperature") not in (None, 1) else []),
        *(["parallel_tool_calls"] if "parallel_tool_calls" in request else []),
    ]
