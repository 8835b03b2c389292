"""Schemas that no spec may have (TS312), and that no validator comes to an end with."""

from __future__ import annotations

from typing import Any

from toolspec.contract.document import Document
from toolspec.contract.lint import references


def goes_round(schema: Any) -> bool:
    """Whether a reference comes back to itself without going deeper, as no spec may have it."""
    return any(each.code == "TS312" for each in references.check(Document(schema)))
