"""Exceptions of the network → `TransportError`: one stable word, and one line for people.

The line holds nothing that changes from run to run.
"""

from __future__ import annotations

import errno
import os
import ssl

import aiohttp
import httpx

from toolspec.trace import TransportError

_PLAIN = (errno.ECONNREFUSED, errno.ECONNRESET, errno.EHOSTUNREACH, errno.ENETUNREACH)

NETWORK_ERRORS = (TimeoutError, httpx.HTTPError, aiohttp.ClientError, OSError)


def transport_error(
    error: BaseException, *, timeout_s: float, proxy_variable: str | None
) -> TransportError:
    """Name the failure of one exchange. `proxy_variable` is where the proxy's address came from."""
    if isinstance(error, httpx.DecodingError):
        return TransportError(kind="read", message="the body is not compressed as its header says")
    # httpx-aiohttp reports most broken connections as timeouts; the cause says what happened.
    cause = error if isinstance(error, TimeoutError) else error.__cause__ or error
    if isinstance(cause, aiohttp.ClientProxyConnectionError | aiohttp.ClientHttpProxyError):
        return proxy_error(proxy_variable or "proxy", _said(cause))
    if isinstance(cause, ssl.SSLError | aiohttp.ClientSSLError | ssl.CertificateError):
        return TransportError(kind="tls", message=f"no secure connection: {_said(cause)}")
    if isinstance(cause, aiohttp.ClientConnectorError):
        message = f"no connection to {cause.host}:{cause.port}: {_said(cause)}"
        return TransportError(kind="connect", message=message, retryable=True)
    if isinstance(cause, TimeoutError | httpx.TimeoutException):
        message = f"no answer within {timeout_s:g} s"
        return TransportError(kind="timeout", message=message, retryable=True)
    message = f"the connection broke: {_said(cause)}"
    return TransportError(kind="read", message=message, retryable=True)


def proxy_error(variable: str, reason: str) -> TransportError:
    """The proxy itself failed; the message names the variable and never the address."""
    return TransportError(kind="proxy", message=f"the proxy of `{variable}` failed: {reason}")


def _said(error: BaseException) -> str:
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"http {error.status}"
    if isinstance(error, aiohttp.ClientConnectorError):
        error = error.os_error
    if isinstance(error, OSError) and error.errno in _PLAIN:
        # asyncio puts the address into the reason; the address is said already.
        return os.strerror(error.errno).lower()
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(reason).splitlines()[0][:200].lower()
