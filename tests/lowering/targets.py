"""A small dialect to lower for."""

from __future__ import annotations

from typing import Any

from tests.lowering.schemas import rules
from toolspec.dialect import Dialect, Fact
from toolspec.lowering import Catalogue, lower_catalogue
from toolspec.provider import ToolDefinition


def dialect(
    *rewrites: str, takes: dict[str, str] | None = None, strict: Any = None, **others: Any
) -> Dialect:
    words = takes or {}
    return Dialect(
        name="test",
        adapter="test",
        title="Test",
        source="test",
        date="2026-11-30",
        base_url="http://localhost",
        path="/",
        schema=rules({"otherwise": "hint"}, rewrites),
        strict=strict,
        takes={
            key: Fact(value=word, source="test", date="2026-11-30") for key, word in words.items()
        },
        **others,
    )


def catalogue(schema: Any, *rewrites: str) -> Catalogue:
    tool = ToolDefinition(name="t", description="D", parameters=schema)
    return lower_catalogue((tool,), dialect(*rewrites))
