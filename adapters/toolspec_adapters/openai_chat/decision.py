"""Reading responses: the shape that most hosts share is read in one place for all of them."""

from __future__ import annotations

from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.chat_completion import read_chat_completion


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    return read_chat_completion(reply, offered)
