"""One HTTP exchange, timed around the send alone. The only place that touches the network.

httpx's requests and responses over aiohttp's connection pool: httpx's own pool rescans every
connection for every request, which at 128 in flight costs ten times the CPU of the request itself
(encode/httpx#3215).
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from toolspec import __version__
from toolspec.provider import Reply
from toolspec.records import parse_body
from toolspec.runner.failures import NETWORK_ERRORS, proxy_error, transport_error
from toolspec.runner.secrets import without_login
from toolspec.trace import TransportError

BODY_LIMIT = 32 * 1024 * 1024

# Asked for by name, since aiohttp would offer whatever is installed and httpx may not read it.
_HEADERS = {
    "content-type": "application/json",
    "accept": "application/json",
    "accept-encoding": "gzip, deflate",
    "user-agent": f"toolspec/{__version__}",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A reply, or why there is none. `elapsed_ms` is null where nothing came back."""

    reply: Reply | None
    error: TransportError | None
    elapsed_ms: float | None


class Transport:
    """Sends requests to one host over kept-alive connections.

    `proxy` is a variable's name with the address it holds, or null for a direct way; `ca_file`
    holds the certificates to trust in place of the usual ones.
    """

    def __init__(
        self,
        base_url: str,
        *,
        timeout_s: float,
        proxy: tuple[str, str] | None = None,
        ca_file: str | None = None,
    ) -> None:
        self._parsed = (base_url, httpx.URL(base_url))
        self._timeout_s = timeout_s
        self._proxy_variable = None if proxy is None else proxy[0]
        # Reading the certificates takes longer than an answer from this machine.
        trusted = _trusted(ca_file) if self._parsed[1].scheme == "https" else None
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=trusted or True, ttl_dns_cache=300),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        self._http = AiohttpTransport(
            verify=trusted or False,
            client=session,
            proxy=None if proxy is None else _proxy(proxy[1]),
        )

    async def __aenter__(self) -> Transport:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Exchange:
        """Send one request and read the whole answer; a failure is a value, never an exception."""
        if url != self._parsed[0]:
            # Nearly every request goes to the same address, and reading one is slow.
            self._parsed = (url, httpx.URL(url))
        address = self._parsed[1]
        request = httpx.Request(method, address, headers={**_HEADERS, **headers}, content=body)
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout_s):
                response = await self._http.handle_async_request(request)
                try:
                    data = await _read(response)
                finally:
                    await response.aclose()
        except NETWORK_ERRORS as error:
            return Exchange(None, self._failure(error), None)
        elapsed_ms = (time.perf_counter() - started) * 1000
        return self._exchange(response, data, elapsed_ms)

    def _exchange(
        self, response: httpx.Response, data: bytes | None, elapsed_ms: float
    ) -> Exchange:
        status = response.status_code
        if status == 407 and self._proxy_variable is not None:
            return Exchange(None, proxy_error(self._proxy_variable, "http 407"), elapsed_ms)
        if data is None:
            message = f"the answer is larger than {BODY_LIMIT:,} bytes"
            error = TransportError(kind="response_too_large", message=message, status=status)
            return Exchange(None, error, elapsed_ms)
        parsed, is_json = parse_body(data)
        headers = {name.lower(): value for name, value in response.headers.items()}
        reply = Reply(status=status, body=parsed, is_json=is_json, headers=headers)
        return Exchange(reply, None, elapsed_ms)

    def _failure(self, error: BaseException) -> TransportError:
        return transport_error(
            error, timeout_s=self._timeout_s, proxy_variable=self._proxy_variable
        )


def _proxy(url: str) -> httpx.Proxy:
    bare, login = without_login(url)
    # aiohttp moves `Authorization` to where the proxy looks for it, in a tunnel or outside one.
    return httpx.Proxy(bare, headers=dict(login))


def _trusted(ca_file: str | None) -> ssl.SSLContext:
    if ca_file is not None:
        return ssl.create_default_context(cafile=ca_file)
    return httpx.create_ssl_context(trust_env=False)


async def _read(response: httpx.Response) -> bytes | None:
    """The whole decoded body; null when it is larger than `BODY_LIMIT`."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > BODY_LIMIT:
            return None
        chunks.append(chunk)
    return b"".join(chunks)
