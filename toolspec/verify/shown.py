"""Values in sentences."""

from __future__ import annotations

import json

from toolspec.jsontypes import Json


def shown(value: Json) -> str:
    """A value in a sentence, cut when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return "something else"
    return text if len(text) <= 60 else f"{text[:57]}..."
