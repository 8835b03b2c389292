"""A real HTTP server that answers from a list of scripted responses."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = Any


@dataclass(frozen=True)
class Scripted:
    """One scripted response. `missing` bytes are announced and not sent; `drop` sends nothing."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    missing: int = 0
    drop: bool = False
    gate: threading.Event | None = None


def answer(message: Json, **fields: Any) -> Scripted:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    body = json.dumps({"model": "scripted-1", "choices": [choice]}).encode()
    return Scripted(body=body, **fields)


def text(content: str, **fields: Any) -> Scripted:
    return answer({"content": content}, **fields)


def call(name: str, arguments: Json, **fields: Any) -> Scripted:
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    calls = [{"id": "c1", "type": "function", "function": function}]
    return answer({"content": None, "tool_calls": calls}, **fields)


def error(status: int, message: str, **fields: Any) -> Scripted:
    body = json.dumps({"error": {"message": message, "type": "error"}}, ensure_ascii=False)
    return Scripted(status=status, body=body.encode(), **fields)


def zipped(response: Scripted) -> Scripted:
    return Scripted(body=gzip.compress(response.body), headers={"content-encoding": "gzip"})


@dataclass(frozen=True)
class Received:
    """One request, header names in lower case; `path` is a whole address at a proxy."""

    path: str
    headers: Mapping[str, str]
    body: bytes


class ScriptedServer:
    """Answers with the scripted responses in turn; the last one is repeated."""

    def __init__(self, script: tuple[Scripted, ...]) -> None:
        self.requests: list[Received] = []
        self.in_flight = self.most_in_flight = 0
        self._script = script
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def take(self, request: Received) -> Scripted:
        with self._lock:
            self.requests.append(request)
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            return self._script[min(len(self.requests), len(self._script)) - 1]

    def done(self) -> None:
        with self._lock:
            self.in_flight -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one packet for head and body: two would wait for each other

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(self.path, headers, body)
                response = server.take(received)
                try:
                    self._respond(response)
                finally:
                    server.done()

            def _respond(self, response: Scripted) -> None:
                if response.gate is not None:
                    response.gate.wait(20)
                time.sleep(response.delay_s)
                self.close_connection = response.drop or response.missing > 0
                if response.drop:
                    return
                with suppress(ConnectionError):
                    self.send_response(response.status)
                    for name, value in response.headers.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(response.body) + response.missing))
                    self.end_headers()
                    self.wfile.write(response.body)
                    self.wfile.flush()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
