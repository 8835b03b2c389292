"""Real traffic of Bedrock: every response is read, every request is written again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from toolspec_adapters import bedrock_converse

from tests.adapters.round_trips import params, recorded, round_trip
from toolspec.provider import Reply
from toolspec.trace import TransportError
from toolspec.wire_formats import WIRE_FORMATS

NAME = "bedrock_converse"
RECORDS = recorded(NAME)
DIALECT = WIRE_FORMATS.dialect(NAME)
FAULTS = {404: "not_found", 403: "forbidden", 400: "bad_request"}
REFUSED = ("guardrail_intervened", "content_filtered")


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_response_is_read_defensibly(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    body, config = record["response"], record["request"].get("toolConfig") or {}
    specs = (each["toolSpec"] for each in config.get("tools", ()) if "toolSpec" in each)
    offered = frozenset(each["name"] for each in specs)
    read = bedrock_converse.lift(Reply(status=record["status"], body=body), offered)
    if isinstance(read, TransportError):
        tally(NAME, record["provider"], f"error:{read.kind}")
        is_too_long = "Input Tokens Exceeded" in body["message"]
        assert read.kind == ("context_overflow" if is_too_long else FAULTS[record["status"]])
        assert (read.message, read.retryable) == (body["message"], False)
        return
    tally(NAME, record["provider"], f"{read.kind}:{read.reason}" if read.reason else read.kind)
    usage, said = body["usage"], body["output"]["message"]
    uses = [each["toolUse"] for each in said["content"] if "toolUse" in each]
    own = [each for each in uses if each.get("type") != "server_tool_use"]
    cited = [each["citationsContent"] for each in said["content"] if "citationsContent" in each]
    parts = [*said["content"], *(part for each in cited for part in each["content"])]
    texts = [each["text"] for each in parts if "text" in each]
    assert (read.finish, read.echo) == (body["stopReason"], said)
    assert read.usage.input_tokens is not None and read.usage.output_tokens is not None
    assert read.usage.input_tokens + read.usage.output_tokens == usage["totalTokens"]
    assert read.usage.cached_tokens == usage.get("cacheReadInputTokens")
    assert [(each.call_id, each.name, each.arguments) for each in read.calls] == [
        (each["toolUseId"], each["name"], each["input"]) for each in own
    ]
    assert all(each.defect is None for each in read.calls)
    kind = "refusal" if read.finish in REFUSED else "tool_call" if own else "text"
    assert (read.kind, read.text) == (kind, "".join(texts) or None)
    assert read.anomalies == tuple(
        name
        for name, is_so in {
            "server_tool_executed": len(uses) > len(own),
            "truncated_text": read.finish == "max_tokens",
        }.items()
        if is_so
    )


@pytest.mark.parametrize("record", params(RECORDS))
def test_a_recorded_request_is_written_again(
    record: dict[str, Any], tally: Callable[[str, str, str], None]
) -> None:
    made = round_trip(bedrock_converse, DIALECT, record, normalise=normal)
    tally(f"{NAME} requests", record["provider"], made.outcome)
    assert made.unexplained == ()


def normal(body: dict[str, Any]) -> dict[str, Any]:
    """The body without what says nothing: empty settings, and the status that is the usual one.

    Two messages of the user in a row are one with the blocks of both. Lists are maps by place, so
    that a block which is missing at the end differs at its own place.
    """
    messages: list[dict[str, Any]] = []
    for each in body["messages"]:
        content = [_without_success(block) for block in each["content"]]
        if messages and messages[-1]["role"] == each["role"]:
            messages[-1]["content"] += content
        else:
            messages.append({**each, "content": content})
    config = body.get("toolConfig") or {}
    return {
        **body,
        "messages": _by_place(
            [{**each, "content": _by_place(each["content"])} for each in messages]
        ),
        "system": _by_place(body.get("system") or []),
        "inferenceConfig": body.get("inferenceConfig") or {},
        "toolConfig": {**config, "tools": _by_place(config.get("tools") or [])},
    }


def _by_place(values: list[Any]) -> dict[str, Any]:
    return {str(place): each for place, each in enumerate(values)}


def _without_success(block: dict[str, Any]) -> dict[str, Any]:
    result = block.get("toolResult")
    if result is None or result.get("status") != "success":
        return block
    return {"toolResult": {key: each for key, each in result.items() if key != "status"}}
