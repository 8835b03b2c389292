"""One exchange with credentials; a refused token is replaced and the request sent once more."""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.runner.authorization.contract import Authorization
from toolspec.runner.transport import Exchange, Transport
from toolspec.trace import TransportError


async def send_authorized(
    transport: Transport,
    authorization: Authorization,
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
) -> Exchange:
    """Send one request; without credentials it is not sent, and the exchange says why.

    The second sending after a refusal is no retry of the run: the life of a token is not the
    provider's fault. The exchange given is the last one.
    """
    exchange, sent = await _send(transport, authorization, method, url, headers, body)
    reply = exchange.reply
    if reply is None or reply.status < 400 or not authorization.refuse(reply.status, sent):
        return exchange
    exchange, _ = await _send(transport, authorization, method, url, headers, body)
    return exchange


async def _send(
    transport: Transport,
    authorization: Authorization,
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
) -> tuple[Exchange, Mapping[str, str]]:
    own = await authorization.headers(method, url, headers, body)
    if isinstance(own, TransportError):
        return Exchange(None, own, None), {}
    return await transport.send(method, url, {**headers, **own}, body), own
