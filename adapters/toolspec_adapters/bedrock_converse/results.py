"""Results of calls: an object is sent as `json`, which takes nothing else, and the rest as text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import ToolResultTurn
from toolspec_adapters._writing.texts import result_text

# In a document this is a word of the protocol, and the server rejects it wherever it stands.
_RESERVED: Final = "__type"


def result_block(result: ToolResultTurn, call_id: str, takes_status: bool) -> JsonObject:
    """Write the block; an error is a status where the model takes one, else its content says so."""
    content = result.content
    is_said = isinstance(content, dict) and "error" in content
    if result.is_error and not takes_status and not is_said:
        content = {"error": content}
    status: JsonObject = {"status": "error"} if result.is_error and takes_status else {}
    part = _part(replace(result, content=content))
    return {"toolResult": {"toolUseId": call_id, "content": [part], **status}}


def _part(result: ToolResultTurn) -> JsonObject:
    if isinstance(result.content, dict) and not _says_reserved(result.content):
        return {"json": result.content}
    return {"text": result_text(result, wraps_errors=False)}


def _says_reserved(content: Json) -> bool:
    """Whether an object anywhere in the value has the reserved key."""
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if _RESERVED in value:
                return True
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return False
