"""No secret reaches the disk: every record passes here, once, on its way there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote

# A shorter "secret" (a dummy key such as `x` or `none` for a local server) is not one, and
# replacing it would eat ordinary letters.
_SHORTEST = 6


class Redactor:
    """Replaces known secrets, in each form in which they can stand in JSON text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        forms: set[bytes] = set()
        for secret in secrets:
            if len(secret) >= _SHORTEST:
                forms |= {form.encode("utf-8", "surrogatepass") for form in _forms(secret)}
        self._forms = sorted(forms, key=len, reverse=True)

    def __call__(self, data: bytes) -> bytes:
        """The same bytes with each secret replaced by `[redacted]`."""
        for form in self._forms:
            if form in data:
                data = data.replace(form, b"[redacted]")
        return data

    def text(self, text: str) -> str:
        """The same for text that goes to a screen."""
        return self(text.encode("utf-8", "replace")).decode()


def _forms(secret: str) -> set[str]:
    return {
        secret,
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        # A JSON text inside a JSON text, as in arguments or an error body kept as a string.
        json.dumps(json.dumps(secret)[1:-1])[1:-1],
        quote(secret, safe=""),
    }
