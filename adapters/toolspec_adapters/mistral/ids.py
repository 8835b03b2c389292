"""Call ids as Mistral takes them: nine letters and digits (error 3280 for any other)."""

from __future__ import annotations

import hashlib
import re
from typing import Final

_TAKEN_AS_IT_IS: Final = re.compile(r"[a-zA-Z0-9]{9}", re.ASCII)
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class ShortIds:
    """The ids of one conversation; the same ids come out for the same conversation."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def of(self, call_id: str) -> str:
        """The id that is sent for a call; every call of the conversation gets one of its own."""
        made, attempt = call_id, 0
        while made in self._used or not _TAKEN_AS_IT_IS.fullmatch(made):
            made = _hashed(f"{call_id}#{attempt}")
            attempt += 1
        self._used.add(made)
        return made


def _hashed(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), "big")
    letters = []
    for _ in range(9):
        number, rest = divmod(number, len(_DIGITS))
        letters.append(_DIGITS[rest])
    return "".join(letters)
