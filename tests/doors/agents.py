"""Agents of one's own, as their authors write them: one over HTTP, one with the MCP client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx
import pytest

if TYPE_CHECKING:
    from mcp import Client

Json = Any
# A call is `{call: NAME, args: {}}`, a word to the user `{say: TEXT}`.
Steps: TypeAlias = Iterable[Json]

HAS_MCP = find_spec("mcp") is not None
NEEDS_MCP = pytest.mark.skipif(not HAS_MCP, reason="the package `mcp` is not installed")
DOORS = ["http", pytest.param("mcp", marks=NEEDS_MCP)]


def act(door: str, url: str, steps: Steps) -> list[Json]:
    """Take the steps in order; gives for each what the agent was told: a result, or a message."""
    return act_by_http(url, steps) if door == "http" else act_by_mcp(url, steps)


def act_by_http(url: str, steps: Steps) -> list[Json]:
    told = []
    with httpx.Client(base_url=url, trust_env=False, timeout=20) as client:
        for each in steps:
            if "say" in each:
                reply = client.post("/reply", json={"text": each["say"]})
                told.append(reply.json()["user"])
            else:
                body = {"name": each["call"], "arguments": each["args"]}
                told.append(client.post("/calls", json=body).json()["result"])
    return told


def act_by_mcp(url: str, steps: Steps) -> list[Json]:
    async def talk(client: Client) -> list[Json]:
        return [await _step(client, each) for each in steps]

    told: list[Json] = with_client(url, talk)
    return told


def with_client(url: str, talk: Callable[[Client], Awaitable[Json]], mode: str = "auto") -> Json:
    """Connect with the official client, talk, and go."""
    from mcp import Client

    async def connect() -> Json:
        async with Client(url, mode=mode) as client:
            return await talk(client)

    return asyncio.run(connect())


async def _step(client: Client, step: Json) -> Json:
    if "say" in step:
        result = await client.call_tool("reply_to_user", {"text": step["say"]})
        text = text_of(result)
        return None if text == "The dialogue is over." else text
    result = await client.call_tool(step["call"], step["args"])
    return result.structured_content


def text_of(result: Any) -> str:
    """What a result says first."""
    text: str = result.content[0].text
    return text
