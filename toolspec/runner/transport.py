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
from toolspec.trace import TransportError

BODY_LIMIT = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Exchange:
    """A reply, or why there is none. `elapsed_ms` is null where nothing came back."""

    reply: Reply | None
    error: TransportError | None
    elapsed_ms: float | None


class Transport:
    """Sends requests over kept-alive connections; `proxy` is an address, or null for a direct way."""

    def __init__(self, *, timeout_s: float, proxy: tuple[str, str] | None) -> None:
        self._timeout_s = timeout_s
        self._proxy = proxy
        self._ssl: ssl.SSLContext = httpx.create_ssl_context(trust_env=False)
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=self._ssl, ttl_dns_cache=300),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        self._http = AiohttpTransport(
            verify=self._ssl,
            client=session,
            proxy=None if proxy is None else httpx.Proxy(proxy[1]),
        )

    async def __aenter__(self) -> Transport:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Exchange:
        """Send one request and read the whole answer; a failure is a value, never an exception."""
        request = httpx.Request(
            "POST",
            url,
            headers={"content-type": "application/json", "user-agent": f"toolspec/{__version__}", **headers},
            content=body,
        )
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout_s):
                response = await self._http.handle_async_request(request)
                try:
                    data = await _read(response)
                finally:
                    await response.aclose()
        except (TimeoutError, httpx.HTTPError, aiohttp.ClientError, OSError) as error:
            return Exchange(None, self._failure(error), None)
        elapsed_ms = (time.perf_counter() - started) * 1000
        if data is None:
            message = f"the answer is larger than {BODY_LIMIT:,} bytes"
            failure = TransportError(kind="response_too_large", message=message, status=response.status_code)
            return Exchange(None, failure, elapsed_ms)
        parsed, is_json = parse_body(data)
        reply_headers = {name.lower(): value for name, value in response.headers.items()}
        reply = Reply(status=response.status_code, body=parsed, is_json=is_json, headers=reply_headers)
        return Exchange(reply, None, elapsed_ms)

    def _failure(self, error: Exception) -> TransportError:
        cause = error.__cause__ or error
        if isinstance(error, TimeoutError | httpx.TimeoutException) and not isinstance(cause, aiohttp.ClientConnectionError):
            message = f"no answer within {self._timeout_s:g} s"
            return TransportError(kind="timeout", message=message, retryable=True)
        if isinstance(error, httpx.ProxyError):
            name = self._proxy[0] if self._proxy else "proxy"
            return TransportError(kind="proxy", message=f"the proxy of `{name}` cannot be used")
        if isinstance(cause, aiohttp.ClientConnectorCertificateError | ssl.SSLError):
            return TransportError(kind="tls", message=f"the certificate is not accepted: {_first_line(cause)}")
        if isinstance(cause, aiohttp.ClientConnectorError):
            return TransportError(kind="connect", message=f"no connection: {_first_line(cause)}", retryable=True)
        return TransportError(kind="read", message=f"the connection broke: {_first_line(cause)}", retryable=True)


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


def _first_line(error: BaseException) -> str:
    text = str(error) or type(error).__name__
    return text.splitlines()[0][:200]
