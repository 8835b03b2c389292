"""Responses back in canonical terms: only what lowering itself changed is taken back."""

from __future__ import annotations

from toolspec.lowering.catalogue import Catalogue
from toolspec.trace import Decision


def restore(decision: Decision, catalogue: Catalogue) -> Decision:
    """The decision with canonical tool names and arguments; `raw_arguments` stay as received."""
    return decision
