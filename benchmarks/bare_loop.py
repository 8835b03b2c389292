"""The floor: the same requests in a bare aiohttp loop, with nothing graded and nothing written."""

from __future__ import annotations

import asyncio
import json
import sys

import aiohttp


async def send_all(url: str, count: int, parallelism: int) -> None:
    numbers = iter(range(1, count + 1))
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def work() -> None:
            for n in numbers:
                text = f"case {n}: Здравствуйте! Где мой заказ ORD-{n:06}?"
                body = {"model": "loopback", "messages": [{"role": "user", "content": text}]}
                async with session.post(f"{url}/chat/completions", json=body) as response:
                    json.loads(await response.read())

        await asyncio.gather(*(work() for _ in range(parallelism)))


if __name__ == "__main__":
    asyncio.run(send_all(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
