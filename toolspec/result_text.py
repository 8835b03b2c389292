"""A tool's result cut to the size that the model is shown."""

from __future__ import annotations

import json
from dataclasses import dataclass

from toolspec.jsontypes import Json


@dataclass(frozen=True, slots=True)
class Shortened:
    """The text that is shown, and how many characters the whole has."""

    text: str
    full_chars: int


def shortened(value: Json, limit: int) -> Shortened | None:
    """The value as a text of at most `limit` characters and a note; null when it fits as it is.

    What is cut is no JSON any more, so it is sent as the text that it is.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(text) <= limit:
        return None
    return Shortened(f"{text[:limit]}… [cut: {limit} of {len(text)} characters]", len(text))
