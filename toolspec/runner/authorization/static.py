"""The key itself in a header, for servers that take it as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from toolspec.dialect import Auth


@dataclass(frozen=True, slots=True)
class StaticKey:
    """The same headers for every request."""

    fixed: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, auth: Auth, key: str) -> StaticKey:
        """The key as a dialect wants it; no header without a key."""
        return cls({auth.header: auth.prefix + key} if key else {})

    async def headers(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Mapping[str, str]:
        """The headers."""
        return self.fixed

    def refuse(self, status: int, sent: Mapping[str, str]) -> bool:
        """A key that was refused once is refused again."""
        return False


NO_AUTHORIZATION: Final = StaticKey()
