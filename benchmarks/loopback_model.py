"""A loopback model: answers `… case N …` with get_order(ORD-N) after a fixed time.

Only asyncio protocols and the standard library, so that it never bounds what it measures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re

_CASE = re.compile(rb"case (\d+):")


class Model(asyncio.Protocol):
    """One kept-alive connection."""

    def __init__(self, latency_s: float) -> None:
        self._latency_s = latency_s
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end].lower()
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            if len(self._buffer) < end + 4 + length:
                return
            body = self._buffer[end + 4 : end + 4 + length]
            self._buffer = self._buffer[end + 4 + length :]
            asyncio.get_running_loop().call_later(self._latency_s, self._answer, body)

    def _answer(self, body: bytes) -> None:
        found = _CASE.search(body)
        order = f"ORD-{int(found[1]):06}" if found else "ORD-000000"
        function = {"name": "get_order", "arguments": json.dumps({"order_id": order})}
        call = {"id": "call_1", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        usage = {"prompt_tokens": 120, "completion_tokens": 19, "total_tokens": 139}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        answer = json.dumps(
            {"id": "x", "model": "loopback", "choices": [choice], "usage": usage}
        ).encode()
        head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(answer)}\r\n\r\n"
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head.encode() + answer)


async def serve(port: int, latency_s: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Model(latency_s), "127.0.0.1", port, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=float, default=100)
    options = parser.parse_args()
    asyncio.run(serve(options.port, options.latency_ms / 1000))
