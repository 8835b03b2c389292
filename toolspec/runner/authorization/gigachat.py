"""GigaChat: the key is exchanged for an access token, which is good for half an hour.

Documented at https://developers.sber.ru/docs/ru/gigachat/api/reference/rest/post-token. One token
serves all attempts of a target; it is exchanged again shortly before it expires, and once when a
server refuses it.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeGuard
from urllib.parse import urlencode

from toolspec.jsontypes import Json
from toolspec.runner.transport import Exchange, Transport
from toolspec.trace import TransportError

# Before the token expires, so that no request is on its way when it does.
_EARLY_S: Final = 60
# A token that replaced a refused one less than this ago is refused for another reason.
_AGAIN_S: Final = 60
# Some stands give `expires_at` in milliseconds, some in seconds; one that gives none keeps to the
# documented life.
_LARGEST_IN_SECONDS: Final = 10_000_000_000
_LIFE_S: Final = 1800

_RETRYABLE: Final = frozenset({408, 429})


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    expires_at_s: float

    def is_good(self, now_s: float) -> bool:
        return now_s < self.expires_at_s - _EARLY_S


class GigaChatToken:
    """Exchanges `key` at `token_url` for tokens with the rights of `scope`.

    `transport` reaches the address; `learn` is told each token. `clock` gives seconds since 1970.
    """

    def __init__(
        self,
        key: str,
        *,
        token_url: str,
        scope: str,
        transport: Transport,
        learn: Callable[[str], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._key = key
        self._url = token_url
        self._scope = scope
        self._transport = transport
        self._learn = learn
        self._clock = clock
        self._lock = asyncio.Lock()
        self._latest: _Token | TransportError | None = None
        self._exchanges = 0
        self._replaced_at_s: float | None = None

    async def headers(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Mapping[str, str] | TransportError:
        """The token as a bearer; requests that need a new one wait for one exchange together."""
        token = self._latest if self._is_settled() else await self._exchange()
        if isinstance(token, _Token):
            return {"Authorization": f"Bearer {token.text}"}
        return token or TransportError(kind="authorization", message="there is no access token")

    def refuse(self, status: int, sent: Mapping[str, str]) -> bool:
        """A refused token is dropped, unless it has just replaced another refused one."""
        token = self._latest
        if status != 401:
            return False
        if not isinstance(token, _Token) or sent.get("Authorization") != f"Bearer {token.text}":
            # Another request was refused as well, and the token is replaced already.
            return not isinstance(token, TransportError)
        now_s = self._clock()
        if self._replaced_at_s is not None and now_s - self._replaced_at_s < _AGAIN_S:
            return False
        self._replaced_at_s = now_s
        self._latest = None
        return True

    def _is_settled(self) -> bool:
        """Whether no exchange is needed: a good token, or a failure that would repeat itself."""
        if isinstance(self._latest, TransportError):
            return not self._latest.retryable
        return self._latest is not None and self._latest.is_good(self._clock())

    async def _exchange(self) -> _Token | TransportError | None:
        """Ask for a token, or take the answer of whoever asked while this request waited."""
        seen = self._exchanges
        async with self._lock:
            if self._exchanges == seen:
                self._latest = await self._ask()
                self._exchanges += 1
            return self._latest

    async def _ask(self) -> _Token | TransportError:
        headers = {
            "Authorization": f"Basic {self._key}",
            "RqUID": str(uuid.uuid4()),
            "content-type": "application/x-www-form-urlencoded",
        }
        form = urlencode({"scope": self._scope}).encode()
        exchange = await self._transport.send("POST", self._url, headers, form)
        token = _token(exchange, self._clock())
        if isinstance(token, _Token):
            self._learn(token.text)
        return token


def _token(exchange: Exchange, now_s: float) -> _Token | TransportError:
    reply = exchange.reply
    if reply is None:
        failed = exchange.error or TransportError(kind="read", message="nothing came back")
        return TransportError(
            kind=failed.kind,
            message=f"no access token: {failed.message}",
            retryable=failed.retryable,
        )
    body = reply.body if isinstance(reply.body, dict) else {}
    text = body.get("access_token") or body.get("tok")
    if reply.status < 300 and _can_be_sent(text):
        return _Token(text, _seconds(body.get("expires_at", body.get("exp")), now_s))
    said = body.get("message")
    reason = f": {said[:200]}" if isinstance(said, str) and said else ""
    return TransportError(
        kind="authorization",
        message=f"no access token: http {reply.status}{reason}",
        status=reply.status,
        retryable=reply.status in _RETRYABLE or reply.status >= 500,
    )


def _can_be_sent(text: Json) -> TypeGuard[str]:
    return isinstance(text, str) and text != "" and all("!" <= each <= "~" for each in text)


def _seconds(moment: Json, now_s: float) -> float:
    """When a token expires, in seconds since 1970."""
    if isinstance(moment, bool) or not isinstance(moment, int | float):
        return now_s + _LIFE_S
    return moment if moment < _LARGEST_IN_SECONDS else moment / 1000
