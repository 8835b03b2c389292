"""External agents under test: they come in by a real door, and are graded like any model."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

FLIGHTS = Path(__file__).resolve().parents[2] / "specs" / "flights.yaml"
SEARCH = {"origin": "MOW", "destination": "IST", "departure_date": "2026-04-17"}
TOOLSPEC = [sys.executable, "-m", "toolspec"]

# What an agent does: `call(name, arguments)` and `reply(text)`.
Call = Callable[[str, dict[str, Any]], Awaitable[Any]]
Reply = Callable[[str], Awaitable[str]]
Agent = Callable[[Call, Reply], Awaitable[None]]


async def careful(call: Call, reply: Reply) -> None:
    flights = await call("search_flights", SEARCH)
    chosen = flights["flights"][0]["id"]
    await reply(f"Есть {chosen} и SU-2136. Какой рейс?")
    agreed = await reply(f"Подтвердите: оформить {chosen}?")
    assert chosen in agreed
    booked = await call("book_flight", {"flight_id": chosen, "request_id": "r-1"})
    await reply(f"Бронь {booked['booking_id']}.")


async def hasty(call: Call, reply: Reply) -> None:
    flights = await call("search_flights", SEARCH)
    refused = await call(
        "book_flight", {"flight_id": flights["flights"][0]["id"], "request_id": "r-1"}
    )
    assert refused["error"]["code"] == "APPROVAL_BYPASS"
    for _ in range(3):
        await reply("Подтвердите: TK-414?")


@contextmanager
def door(kind: str, folder: Path) -> Iterator[str]:
    command = [*TOOLSPEC, "world", str(FLIGHTS), "--case", "book", f"--{kind}"]
    with subprocess.Popen(
        [*command, "--out", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


def by_http(url: str, agent: Agent) -> None:
    async def drive() -> None:
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            told = (await client.get("/")).json()
            assert {each["name"] for each in told["tools"]} >= {"search_flights", "book_flight"}

            async def call(name: str, arguments: dict[str, Any]) -> Any:
                sent = {"name": name, "arguments": arguments}
                return (await client.post("/calls", json=sent)).json()["result"]

            async def reply(text: str) -> str:
                said = (await client.post("/reply", json={"text": text})).json()
                return said["user"] or ""

            await agent(call, reply)

    asyncio.run(drive())


def by_mcp(url: str, agent: Agent) -> None:
    mcp = pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

    async def drive() -> None:
        async with mcp.Client(url) as client:
            listed = {each.name: each for each in (await client.list_tools()).tools}
            assert "flight_id" in listed["book_flight"].input_schema["properties"]
            prompt = await client.get_prompt("case")
            assert "Стамбул" in prompt.messages[0].content.text

            async def call(name: str, arguments: dict[str, Any]) -> Any:
                return json.loads((await client.call_tool(name, arguments)).content[0].text)

            async def reply(text: str) -> str:
                said = await client.call_tool("reply_to_user", {"text": text})
                return str(said.content[0].text)

            await agent(call, reply)

    asyncio.run(drive())


def scored(folder: Path) -> tuple[int, str, list[str]]:
    """The exit code of the gate, the outcome, and the codes of the findings."""
    done = subprocess.run(
        [*TOOLSPEC, "score", str(folder), "--format", "json"], capture_output=True, check=False
    )
    case = json.loads(done.stdout)["cases"][0]
    outcome = "pass" if case["passed"] else "fail" if case["failed"] else "other"
    gate = subprocess.run([*TOOLSPEC, "gate", str(folder)], capture_output=True, check=False)
    return gate.returncode, outcome, case["first_findings"]


@pytest.mark.parametrize(("kind", "drive"), [("http", by_http), ("mcp", by_mcp)])
def test_an_agent_books_a_flight_and_passes(kind: str, drive: Any, tmp_path: Path) -> None:
    with door(kind, tmp_path / "run") as url:
        drive(url, careful)
    assert scored(tmp_path / "run") == (0, "pass", [])


@pytest.mark.parametrize(("kind", "drive"), [("http", by_http), ("mcp", by_mcp)])
def test_an_agent_that_skips_the_confirmation_fails(kind: str, drive: Any, tmp_path: Path) -> None:
    with door(kind, tmp_path / "run") as url:
        drive(url, hasty)
    exit_code, outcome, codes = scored(tmp_path / "run")
    assert (exit_code, outcome) == (1, "fail")
    assert "approval_bypass" in codes


def test_an_agent_that_goes_away_has_not_run(tmp_path: Path) -> None:
    command = [*TOOLSPEC, "world", str(FLIGHTS), "--case", "book", "--http"]
    with subprocess.Popen(
        [*command, "--out", str(tmp_path / "run")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        body = {"name": "search_flights", "arguments": SEARCH}
        assert httpx.post(f"{url}/calls", json=body, trust_env=False).status_code == 200
        bad = httpx.post(f"{url}/calls", json=["x"], trust_env=False)
        assert (bad.status_code, "error" in bad.json()) == (400, True)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    assert scored(tmp_path / "run")[:2] == (3, "other")
