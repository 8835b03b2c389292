"""From the turns of a conversation to messages, in which the user and the assistant alternate."""

from __future__ import annotations

import re
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.call_ids import CallIds
from toolspec_adapters._writing.exchanges import blocks
from toolspec_adapters.bedrock_converse.assistant import assistant_blocks
from toolspec_adapters.bedrock_converse.results import result_block

_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


def to_messages(
    conversation: Conversation, takes_status: bool
) -> tuple[list[str], list[JsonObject]]:
    """Write the instructions that come first, and the messages.

    Later instructions are said as the user's. Raises `ValueError` for a result that answers no call
    of the turn before it.
    """
    instructions: list[str] = []
    messages: list[JsonObject] = []
    ids = CallIds(_ID)
    for block in blocks(conversation):
        if isinstance(block, SystemTurn) and not messages:
            instructions.append(block.text)
        elif isinstance(block, SystemTurn | UserTurn):
            _say(messages, "user", [{"text": block.text}])
        else:
            own = ids.of(block)
            _say(messages, "assistant", assistant_blocks(block, own))
            results: list[Json] = [
                result_block(each.result, own[each.place], takes_status) for each in block.answered
            ]
            _say(messages, "user", results)
    return instructions, messages


def _say(messages: list[JsonObject], role: str, content: list[Json]) -> None:
    """Add the blocks to the last message if it is of that role, since two in a row are rejected."""
    if not content:
        return
    if messages and messages[-1]["role"] == role:
        messages[-1] = {"role": role, "content": [*messages[-1]["content"], *content]}
    else:
        messages.append({"role": role, "content": content})
