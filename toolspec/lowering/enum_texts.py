"""The text that stands for a number or a boolean of an enum."""

from __future__ import annotations

from toolspec.jsontypes import Json
from toolspec.lowering.values import compact


def enum_text(value: Json) -> str:
    """A text as it is; any other value as JSON writes it."""
    return value if isinstance(value, str) else compact(value)
