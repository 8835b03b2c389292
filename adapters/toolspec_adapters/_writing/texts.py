"""JSON values as the texts that a model reads."""

from __future__ import annotations

import json

from toolspec.jsontypes import Json
from toolspec.provider import ToolResultTurn


def json_text(value: Json) -> str:
    """Write compact JSON with its letters unescaped: escapes cost tokens and confuse models."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def result_text(result: ToolResultTurn, *, wraps_errors: bool = True) -> str:
    """Write a result: text as it is, every other value as JSON.

    An error is put inside `error` unless the format has a flag of its own (`wraps_errors` false).
    Blank text is written as a JSON string, since hosts reject an empty message.
    """
    content = result.content
    if wraps_errors and result.is_error and not (isinstance(content, dict) and "error" in content):
        content = {"error": content}
    if isinstance(content, str) and content.strip():
        return content
    return json_text(content)
