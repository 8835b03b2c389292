"""The types of blocks in an answer, and who has to act on them."""

from __future__ import annotations

from typing import Final, TypeGuard

from toolspec.jsontypes import Json, JsonObject

CALL: Final = "tool_use"
THOUGHTS: Final = frozenset({"thinking", "redacted_thinking"})

# What the server did by itself.
_SERVER: Final = frozenset(
    {
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "advisor_tool_result",
        "mcp_tool_use",
        "mcp_tool_result",
        "mcp_tool_listing",
    }
)
_SILENT: Final = THOUGHTS | {"text", "container_upload", "compaction", "fallback"}


def type_of(block: Json) -> str | None:
    """The type of a block, null when it has none."""
    named = block.get("type") if isinstance(block, dict) else None
    return named if isinstance(named, str) else None


def is_known(block: Json) -> bool:
    """Whether the type of a block is one that is read."""
    named = type_of(block)
    return named == CALL or named in _SILENT | _SERVER


def is_server_block(block: Json) -> TypeGuard[JsonObject]:
    """Whether a block tells what the server did by itself."""
    return type_of(block) in _SERVER


def waiting_calls(blocks: list[Json]) -> list[JsonObject]:
    """The calls for the client, in order.

    A program that the server runs may call the client's tools too; once the program has given its
    result, its calls have had theirs.
    """
    answered = [each.get("tool_use_id") for each in blocks if is_server_block(each)]
    ended = [each for each in answered if each]
    return [
        each
        for each in blocks
        if isinstance(each, dict) and type_of(each) == CALL and _program(each) not in ended
    ]


def is_called_by_program(block: JsonObject) -> bool:
    """Whether a program on the server made the call, and not the model itself."""
    caller = block.get("caller")
    return isinstance(caller, dict) and caller.get("type") not in (None, "direct")


def _program(block: JsonObject) -> Json:
    """The id of the server's own call that runs the program; for others, a value that no id is."""
    caller = block.get("caller")
    return caller.get("tool_id") if isinstance(caller, dict) and is_called_by_program(block) else ""
