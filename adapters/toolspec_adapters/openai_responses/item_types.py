"""The types of items in a conversation, and who has to act on them."""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject

FUNCTION_CALL: Final = "function_call"
CUSTOM_CALL: Final = "custom_tool_call"

# The type of the item that answers a call.
OUTPUT_FOR_CALL: Final = {
    FUNCTION_CALL: "function_call_output",
    CUSTOM_CALL: "custom_tool_call_output",
}

# Calls that wait for the client and are none of a function.
_OTHER_CLIENT_CALLS: Final = frozenset(
    {
        CUSTOM_CALL,
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "mcp_approval_request",
    }
)

# What the server did by itself.
_SERVER_ITEMS: Final = frozenset(
    {
        "web_search_call",
        "file_search_call",
        "code_interpreter_call",
        "image_generation_call",
        "mcp_call",
        "mcp_list_tools",
        "tool_search_call",
        "tool_search_output",
        "program",
        "program_output",
        "x_search_call",
    }
)
_SILENT_ITEMS: Final = frozenset({"message", "reasoning", "compaction"})


def type_of(item: Json) -> str | None:
    """The type of an item; a message may leave it out. Null when it has none."""
    if not isinstance(item, dict):
        return None
    named = item.get("type")
    if named is None and "role" in item:
        return "message"
    return named if isinstance(named, str) else None


def is_answerable(item: Json) -> bool:
    """Whether an item is a call that an output item of its own kind can answer."""
    return type_of(item) in OUTPUT_FOR_CALL


def is_other_client_call(item: JsonObject) -> bool:
    """Whether an item is a call that waits for the client and is none of a function."""
    if type_of(item) == "tool_search_call":
        return item.get("execution") == "client"
    return type_of(item) in _OTHER_CLIENT_CALLS


def is_server_item(item: JsonObject) -> bool:
    """Whether an item tells what the server did by itself."""
    return type_of(item) in _SERVER_ITEMS and not is_other_client_call(item)


def is_known(item: Json) -> bool:
    """Whether the type of an output item is one that is read."""
    named = type_of(item)
    return named == FUNCTION_CALL or named in _SILENT_ITEMS | _SERVER_ITEMS | _OTHER_CLIENT_CALLS
