"""What every kind of authorization does, and what it may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from toolspec.trace import TransportError


class Authorization(Protocol):
    """Gives each request its credentials; shared by all attempts of one target."""

    async def headers(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Mapping[str, str] | TransportError:
        """The headers to add to a request, or why there are none; never an exception."""

    def refuse(self, status: int, sent: Mapping[str, str]) -> bool:
        """Learn that the server refused a request: whether it is worth sending once more.

        `sent` are the headers that `headers` gave for it.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """What an authorization needs to reach servers of its own.

    `learn` takes every secret that is obtained on the way, before it is sent anywhere, so that it
    reaches no file.
    """

    environment: Mapping[str, str]
    timeout_s: float
    learn: Callable[[str], None]
