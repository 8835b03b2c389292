"""The door over MCP, seen by the official client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.doors.agents import NEEDS_MCP, text_of, with_client
from tests.doors.conftest import SPECS, Served
from tests.small_spec import records

if TYPE_CHECKING:
    from mcp import Client

World = Callable[..., Served]

pytestmark = NEEDS_MCP

USER = "Найди рейсы из Москвы в Стамбул на 17 апреля 2026 года."


# The handshake of 2025 keeps a session and a stream; that of 2026 has neither.
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_case_is_told_as_the_spec_has_it(mode: str, world: World) -> None:
    spec = yaml.safe_load((SPECS / "flights.yaml").read_text("utf-8"))

    async def look(client: Client) -> Any:
        tools = (await client.list_tools()).tools
        prompt = await client.get_prompt("case")
        return client.instructions, tools, prompt.messages

    instructions, tools, messages = with_client(world("mcp", "book").url, look, mode)
    assert instructions.startswith(spec["prompt"]["text"].rstrip())
    assert [each.content.text for each in messages] == [USER]
    schemas = {each.name: each.input_schema for each in tools}
    assert list(schemas.pop("reply_to_user")["properties"]) == ["text"]
    assert schemas == {name: tool["parameters"] for name, tool in spec["tools"].items()}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_client_that_stays_does_not_hold_the_command(mode: str, world: World) -> None:
    served = world("mcp", "cheapest_is_not_consent")

    async def stay(client: Client) -> int:
        told = await client.call_tool("reply_to_user", {"text": "Дешевле всех TK-414"})
        assert text_of(told) == "The dialogue is over."
        return await asyncio.to_thread(served.wait)

    assert with_client(served.url, stay, mode) == 0
    assert records(served.folder)[0]["status"] == "completed"


def test_errors_come_as_results_that_a_model_can_read(world: World) -> None:
    served = world("mcp", "book")

    async def err(client: Client) -> Any:
        return [
            await client.call_tool("fly_away", {}),
            await client.call_tool("search_flights", {"origin": "Москва"}),
            await client.call_tool("reply_to_user", {"word": "да"}),
            await client.call_tool("", {}),
        ]

    unknown, invalid, misused, nameless = with_client(served.url, err)
    assert all(each.is_error for each in (unknown, invalid, misused, nameless))
    assert unknown.structured_content["error"]["code"] == "UNKNOWN_TOOL"
    assert invalid.structured_content["error"]["code"] == "INVALID_ARGUMENTS"
    assert "TEXT" in text_of(misused)
    assert "no tool" in text_of(nameless)


def test_the_last_result_says_that_the_dialogue_is_over(world: World) -> None:
    served = world("mcp", "book")

    async def repeat(client: Client) -> Any:
        return [await client.call_tool("list_destinations", {}) for _ in range(4)]

    told = with_client(served.url, repeat)
    assert [len(each.content) for each in told] == [1, 1, 1, 2]
    assert told[-1].content[1].text == "The dialogue is over."
    assert served.wait() == 0
    assert records(served.folder)[0]["events"][-1]["reason"] == "loop"
