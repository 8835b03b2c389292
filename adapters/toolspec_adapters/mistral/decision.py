"""Reading responses: OpenAI's shape, but arguments may be an object and an id the word `null`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.provider import Reply
from toolspec.trace import Decision, ToolCall, TransportError
from toolspec_adapters._reading.chat_completion import read_chat_completion

_NO_ID: Final = "null"
# Both forms of arguments are documented.
_ORDINARY: Final = "arguments_object"
_MISSING: Final = "missing_call_id"


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    read = read_chat_completion(reply, offered)
    if not isinstance(read, Decision):
        return read
    calls = tuple(map(_with_real_id, read.calls))
    odd = [each for each in read.anomalies if each != _ORDINARY]
    if calls != read.calls:
        odd = [*(each for each in odd if each != "duplicate_call_ids"), _MISSING]
    return replace(read, calls=calls, anomalies=tuple(dict.fromkeys(odd)))


def _with_real_id(call: ToolCall) -> ToolCall:
    return replace(call, call_id=None) if call.call_id == _NO_ID else call
