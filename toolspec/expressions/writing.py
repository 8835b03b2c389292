"""JSON values as parts of a text."""

from __future__ import annotations

import json

from toolspec.expressions.budget import bounded_text
from toolspec.jsontypes import Json


def written(value: Json) -> str:
    """A JSON value as a part of a text."""
    if isinstance(value, str):
        return value
    return bounded_text(json.dumps(value, ensure_ascii=False))
